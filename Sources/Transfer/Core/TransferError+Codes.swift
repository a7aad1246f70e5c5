internal import Glibc

/// What other systems call each error.
package struct TransferErrorCodes: Hashable, Sendable {
  /// Of a command that fails with it.
  package let exitStatus: Int32
  /// Apple's `URLError.Code`, as a raw value.
  package let urlError: Int
  /// aria2's error code, 1 to 32.
  package let aria2: Int

  fileprivate init(_ urlError: Int, _ aria2: Int, exitStatus: Int32 = 1) {
    self.exitStatus = exitStatus
    self.urlError = urlError
    self.aria2 = aria2
  }
}

extension TransferError {
  package var codes: TransferErrorCodes { entry.codes }

  /// One word for programs, the same for all errors of a kind.
  package var name: String { entry.name }

  /// The table.
  private var entry: (name: String, codes: TransferErrorCodes) {
    switch self {
    case .malformedURL: ("malformedURL", .init(-1000, 28))
    case .unsupportedScheme: ("unsupportedScheme", .init(-1002, 28))
    case .unresolved: ("unresolved", .init(-1003, 19))
    case .unreachable: ("unreachable", .init(-1004, 6))
    case .connectTimedOut: ("connectTimedOut", .init(-1001, 2))
    case .tls(_, .expired): ("tls", .init(-1201, 6))
    case .tls(_, .notYetValid): ("tls", .init(-1204, 6))
    case .tls(_, .wrongHost): ("tls", .init(-1202, 6))
    case .tls(_, .unknownIssuer): ("tls", .init(-1203, 6))
    case .tls(_, .selfSigned): ("tls", .init(-1202, 6))
    case .tls(_, .other): ("tls", .init(-1200, 6))
    case .connectionLost: ("connectionLost", .init(-1005, 6))
    case .stalled: ("stalled", .init(-1001, 2))
    case .outOfTime: ("outOfTime", .init(-1001, 2))
    case .status(let status, _, _): ("status", TransferError.codes(status: status))
    case .needsURL: ("needsURL", .init(-1102, 22))
    case .urlCommand: ("urlCommand", .init(-1000, 1))
    case .tooManyRedirects: ("tooManyRedirects", .init(-1007, 23))
    case .refusedRedirect: ("refusedRedirect", .init(-1010, 22))
    case .malformedAnswer: ("malformedAnswer", .init(-1011, 22))
    case .wasted: ("wasted", .init(-1005, 8))
    case .waitTooLong: ("waitTooLong", .init(-1001, 29))
    case .entityChanged: ("entityChanged", .init(-1011, 8))
    case .otherEntity: ("otherEntity", .init(-3001, 8))
    case .checksum: ("checksum", .init(-1015, 32))
    case .exists: ("exists", .init(-3000, 13))
    case .inUse: ("inUse", .init(-3001, 11))
    case .disk(let fault, _): ("disk", TransferError.codes(fault))
    case .changedByOthers: ("changedByOthers", .init(-3003, 17))
    case .streamClosed: ("streamClosed", .init(-3003, 17))
    }
  }

  private static func codes(status: Int) -> TransferErrorCodes {
    switch status {
    case 401: .init(-1013, 24)
    case 403: .init(-1102, 22)
    case 404, 410: .init(-1100, 3)
    case 407: .init(-1013, 24)
    case 408, 504: .init(-1001, 2)
    case 503: .init(-1011, 29)
    default: .init(-1011, 22)
    }
  }

  private static func codes(_ fault: DiskFault) -> TransferErrorCodes {
    let urlError =
      switch fault.operation {
      case .create: -3000
      case .open, .lock, .list, .read: -3001
      case .write, .sync: -3003
      case .rename: -3005
      }
    switch (fault.operation, fault.code) {
    case (_, ENOSPC), (_, EDQUOT): return .init(urlError, 9)
    case (.create, _): return .init(urlError, 16)
    case (.open, _): return .init(urlError, 15)
    case (.rename, _): return .init(urlError, 14)
    case (.write, _), (.read, _), (.sync, _), (.lock, _), (.list, _): return .init(urlError, 17)
    }
  }
}
