import Testing
import Transfer

@Suite struct ContentDispositionTests {
  @Test(
    arguments: [
      // Plain
      (#"attachment; filename="a.bin""#, "a.bin"), ("attachment; filename=a.bin", "a.bin"),
      (#"inline; filename="a.bin""#, "a.bin"),
      ("filename=a.bin", "a.bin"), (#"ATTACHMENT ;FileName = "a.bin""#, "a.bin"),
      (#"attachment;filename="a.bin";"#, "a.bin"),
      ("attachment; filename=a.bin ;", "a.bin"), (#"attachment; size=5; filename="a.bin"; x=y"#, "a.bin"),
      (#"attachment; filename="a;b=c.bin""#, "a;b=c.bin"),
      ("attachment; filename=my file (1).bin; x=y", "my file (1).bin"),
      (#"attachment; filename="a.bin" junk; x=y"#, "a.bin"),
      (#"attachment; filename="first"; filename="second""#, "first"),
      (#"attachment; filename=""; filename=b"#, "b"), (#"attachment; x="; filename=no"; filename=yes"#, "yes"),
      // Quotes
      (#"attachment; filename="a \"b\".bin""#, #"a "b".bin"#), (#"attachment; filename="a\\b""#, #"a\b"#),
      (#"attachment; filename="f\oo""#, "foo"),
      (#"attachment; filename="open"#, "open"), (#"attachment; filename="open\"#, #"open\"#),
      ("attachment; filename='a.bin'", "'a.bin'"),
      (#"attachment; filename="it's""#, "it's"),
      // Beyond ASCII
      ("attachment; filename=\"€ rates.txt\"", "€ rates.txt"), ("attachment; filename=\"a\u{301}\";", "a\u{301}"),
      ("attachment; filename=\";\u{301}\"", ";\u{301}"), ("attachment; filename=\"%E2%82%AC%20rates\"", "€ rates"),
      ("attachment; filename=a%20b.bin", "a b.bin"), ("attachment; filename=\"100%.bin\"", "100%.bin"),
      ("attachment; filename=\"a%2\"", "a%2"), ("attachment; filename=\"%FF.bin\"", "%FF.bin"),
      ("attachment; filename=\"%41%zz\"", "%41%zz"),
      ("attachment; filename=\"a%2520b\"", "a%20b"),
      // Extended
      ("attachment; filename*=UTF-8''%e2%82%ac%20rates", "€ rates"), ("attachment; filename*=utf-8'en'a%20b", "a b"),
      ("attachment; filename*=ISO-8859-1''%A3%20rates", "£ rates"),
      ("attachment; filename=plain; filename*=UTF-8''better", "better"),
      ("attachment; filename*=UTF-8''better; filename=plain", "better"), ("attachment; filename* = UTF-8''a", "a"),
      ("attachment; filename*=\"UTF-8''a%20b\"", "a b"), ("attachment; filename*=UTF-8''it's", "it's"),
      ("attachment; filename*=UTF-8''a b", "a b"),
      ("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"),
      // Extended and wrong: the plain one
      ("attachment; filename*=UTF-8''%E2%82; filename=plain", "plain"),
      ("attachment; filename*=UTF-8''%zz; filename=plain", "plain"),
      ("attachment; filename*=KOI8-R''%C1; filename=plain", "plain"),
      ("attachment; filename*=''a; filename=plain", "plain"),
      ("attachment; filename*=bare; filename=plain", "plain"),
      ("attachment; filename*=UTF-8''; filename=plain", "plain"),
      ("attachment; filename*=UTF-8'a; filename=plain", "plain"),
      ("attachment; filename*=UTF-8''%zz; filename*=UTF-8''b", "b"),
    ] as [(String, String)])
  func names(value: String, name: String) {
    #expect(ContentDisposition.filename(value)?.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
  }

  @Test(arguments: [
    "", ";", "=", "attachment", "attachment;", "attachment; filename", "attachment; filename=",
    #"attachment; filename="""#,
    #"attachment; filename=""#, "attachment; name=a", "attachment; xfilename=a", "attachment; filenames=a",
    "attachment; filename*=", "attachment; filename*=a", "attachment; filename*0=a", "attachment filename=a", "=;=;=",
  ])
  func none(value: String) {
    #expect(ContentDisposition.filename(value) == nil)
  }
}
