// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Sluice",
  products: [
    .library(name: "Sluice", targets: ["Sluice"]),
    .executable(name: "sluice", targets: ["Command"]),
  ],
  targets: [
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CLinux"),
    .target(
      name: "Transfer", dependencies: ["CCurl", "COpenSSL", "CXXHash", "CZlib", "CLinux"], swiftSettings: strict),
    .target(name: "Downloads", dependencies: ["Transfer"], swiftSettings: strict),
    .target(name: "Sluice", dependencies: ["Transfer", "Downloads"], swiftSettings: strict),
    .executableTarget(name: "Command", dependencies: ["Transfer", "Downloads", "CLinux"], swiftSettings: strict),
    .target(name: "Origin", path: "Tests/Origin", swiftSettings: strict),
    .testTarget(name: "TransferTests", dependencies: ["Transfer"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "CommandTests", dependencies: ["Command"], swiftSettings: strict),
    .testTarget(name: "WireTests", dependencies: ["Origin", "Command", "COpenSSL"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzz targets get their main from libFuzzer, so they are there for Fuzz/run alone.
if Context.environment["SLUICE_FUZZ"] == "1" {
  package.targets += ["ContentDispositionFuzz", "ContentRangeFuzz", "ResponseHeadFuzz", "ResumeDataFuzz"].map {
    .executableTarget(
      name: $0, dependencies: ["Transfer"], path: "Fuzz/\($0)",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
  }
}
