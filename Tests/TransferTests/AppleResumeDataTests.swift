import Foundation
import Testing
import Transfer

@Suite struct AppleResumeDataTests {
  @Test("What iOS 10 wrote")
  func sample() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/resume-data-ios10.plist")
    let data = try ResumeData(bytes: Array(Data(contentsOf: file)))
    #expect(data.url == "http://sbslive.cnrmobile.com/storage/storage2/18/01/18/46eeb50b3f21325a6f4bd0e8ba4d2357.3gp")
    #expect(data.bytesReceived == 68_188)
    #expect(data.entityTag == "\"5534b35d-7c7be1\"")
    #expect(data.lastModified == "Mon, 20 Apr 2015 08:05:49 GMT")
    #expect(data.tempFileName == "CFNetworkDownload_JhfLFD.tmp")
    #expect(data.localPath == nil)
    #expect(data.infoVersion == 2)
    #expect(data.currentRequest?.count == 1944)
    #expect(data.originalRequest?.count == 1359)
    #expect(data.progress == nil)
  }

  @Test(
    "That data without its URL: the request knows it",
    arguments: ["NSURLSessionResumeCurrentRequest", "NSURLSessionResumeOriginalRequest"])
  func sampleWithoutURL(request: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/resume-data-ios10.plist")
    let list = try PropertyList(bytes: Array(Data(contentsOf: file)))
    let data = try ResumeData(bytes: PropertyList.dictionary([request: try #require(list[request])]).xml())
    #expect(data.url.hasSuffix("/46eeb50b3f21325a6f4bd0e8ba4d2357.3gp"))
    #expect(data.bytesReceived == 0)
  }

  @Test("Versions 1, 2 and 4 in every container", arguments: AppleResumeData.Container.allCases, [1, 2, 4])
  func versions(container: AppleResumeData.Container, version: Int) throws {
    var values: [String: PropertyList] = [
      "NSURLSessionDownloadURL": .string("http://a/b"), "NSURLSessionResumeBytesReceived": .integer(5_000_000_000),
      "NSURLSessionResumeEntityTag": .string("W/\"1\""),
      "NSURLSessionResumeServerDownloadDate": .string("Mon, 20 Apr 2015 08:05:49 GMT"),
      "NSURLSessionResumeInfoVersion": .integer(Int64(version)), "NSURLSessionResumeCurrentRequest": .data([1, 2]),
    ]
    if version == 1 {
      values["NSURLSessionResumeInfoLocalPath"] = .string("/private/tmp/CFNetworkDownload_a.tmp")
    } else {
      values["NSURLSessionResumeInfoTempFileName"] = .string("CFNetworkDownload_a.tmp")
    }
    if version == 4 { values["NSURLSessionResumeByteRange"] = .string("68188-") }
    let data = try ResumeData(bytes: AppleResumeData.bytes(values, in: container))
    #expect(
      data
        == ResumeData(
          url: "http://a/b", bytesReceived: 5_000_000_000, entityTag: "W/\"1\"",
          lastModified: "Mon, 20 Apr 2015 08:05:49 GMT",
          tempFileName: version == 1 ? nil : "CFNetworkDownload_a.tmp",
          localPath: version == 1 ? "/private/tmp/CFNetworkDownload_a.tmp" : nil, infoVersion: version,
          currentRequest: [1, 2]))
    #expect(try ResumeData(bytes: data.encoded()) == data)
  }

  @Test("Missing keys are missing", arguments: AppleResumeData.Container.allCases)
  func least(container: AppleResumeData.Container) throws {
    let values: [String: PropertyList] = ["NSURLSessionDownloadURL": .string("http://a/b")]
    #expect(
      try ResumeData(bytes: AppleResumeData.bytes(values, in: container))
        == ResumeData(url: "http://a/b", bytesReceived: 0, infoVersion: 2))
    let first: [String: PropertyList] = [
      "NSURLSessionDownloadURL": .string("http://a/b"), "NSURLSessionResumeInfoLocalPath": .string("/a"),
    ]
    #expect(try ResumeData(bytes: AppleResumeData.bytes(first, in: container)).infoVersion == 1)
  }

  @Test(
    "A URL from the request's archive, whose keys are names or numbers",
    arguments: ["__nsurlrequest_proto_prop_obj_1", "$4"], ["NSKeyedArchiveRootObjectKey", "root"])
  func requests(key: String, top: String) throws {
    let request = try AppleResumeData.request(url: "http://a/b?c", key: key, top: top)
    for name in ["NSURLSessionResumeCurrentRequest", "NSURLSessionResumeOriginalRequest"] {
      #expect(try ResumeData(bytes: PropertyList.dictionary([name: .data(request)]).xml()).url == "http://a/b?c")
    }
  }

  @Test(
    "No URL to be had from the request",
    arguments: [
      [], Array("bplist00".utf8), PropertyList.dictionary([:]).xml(),
      try AppleResumeData.request(url: "b", key: "$4", top: "root"),
      try AppleResumeData.request(url: "http://a/\n", key: "$4", top: "root"),
      try AppleResumeData.request(url: "http://a/", key: "$9", top: "root"),
      try AppleResumeData.request(url: "http://a/", key: "$4", top: "other"),
      try AppleResumeData.archive(top: "root", objects: [.dictionary(["$4": .uid(99)])]),
      try AppleResumeData.archive(top: "root", objects: [.dictionary(["$4": .uid(1)])]),
      try AppleResumeData.archive(top: "root", objects: [.dictionary(["$4": .uid(.max)])]),
    ])
  func noRequest(request: [UInt8]) throws {
    let list = PropertyList.dictionary(["NSURLSessionResumeCurrentRequest": .data(request)])
    #expect(throws: ResumeData.ResumeDataError.notResumeData) { try ResumeData(bytes: list.xml()) }
  }

  @Test("Foundation's own archive of the dictionary")
  func foundationArchive() throws {
    let values: NSDictionary = [
      "NSURLSessionDownloadURL": "http://a/b", "NSURLSessionResumeBytesReceived": 7,
      "NSURLSessionResumeCurrentRequest": Data([1]),
    ]
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(values, forKey: "NSKeyedArchiveRootObjectKey")
    archiver.finishEncoding()
    #expect(
      try ResumeData(bytes: Array(archiver.encodedData))
        == ResumeData(url: "http://a/b", bytesReceived: 7, infoVersion: 2, currentRequest: [1]))
  }

  @Test func newLoader() throws {
    let bytes = try AppleResumeData.archive(
      top: "root",
      objects: [
        .dictionary(["$class": .uid(2), "tempFileName": .string("a")]),
        AppleResumeData.classObject("NWURLSessionDownloadResumeInfo"),
      ])
    #expect(throws: ResumeData.ResumeDataError.newLoaderArchive) { try ResumeData(bytes: bytes) }
  }

  @Test(
    "Archives of something else",
    arguments: [
      [.string("a")], [.dictionary(["$class": .uid(2)]), AppleResumeData.classObject("NSArray")],
      [.dictionary(["NS.keys": .array([.uid(1)]), "NS.objects": .array([])])], [.uid(1)], [],
      [.dictionary(["NS.keys": .array([.uid(1)]), "NS.objects": .array([.uid(1)])])],
    ] as [[PropertyList]])
  func otherArchives(objects: [PropertyList]) throws {
    let bytes = try AppleResumeData.archive(top: "root", objects: objects)
    #expect(throws: ResumeData.ResumeDataError.notResumeData) { try ResumeData(bytes: bytes) }
  }

  @Test("Every cut and every changed byte of a keyed archive ends in an error or plain values")
  func damaged() throws {
    let values: [String: PropertyList] = [
      "NSURLSessionDownloadURL": .string("http://a/b"), "NSURLSessionResumeBytesReceived": .integer(5),
    ]
    let bytes = try AppleResumeData.bytes(values, in: .archiveByName)
    for count in 0..<bytes.count {
      #expect(throws: ResumeData.ResumeDataError.self) { try ResumeData(bytes: Array(bytes.prefix(count))) }
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      guard let read = try? ResumeData(bytes: damaged) else { continue }
      #expect(try ResumeData(bytes: read.encoded()) == read)
    }
  }
}
