import Testing
import Transfer

@Suite struct EntityTests {
  static let day = "Tue, 03 Nov 2026 10:00:00 GMT"
  static let other = "Tue, 03 Nov 2026 10:00:07 GMT"
  static let dayStamp: Int64 = 1_793_700_000

  static func entity(_ tag: String?, _ date: String?, _ total: Int64? = 100, madeAt: Int64 = dayStamp + 3600) -> Entity
  {
    Entity(
      total: total,
      validator: Validator(entityTag: tag.flatMap { EntityTag($0) }, lastModified: date, date: madeAt))
  }

  static let cases: [(Entity, Entity, Entity.Sameness)] = [
    (entity("\"a\"", nil), entity("\"a\"", nil), .same),
    (entity("\"a\"", day), entity("\"a\"", other), .same),
    (entity("\"a\"", nil), entity("\"b\"", nil), .changed),
    (entity("\"a\"", nil), entity("\"a\"", nil, 101), .changed),
    (entity("\"a\"", day), entity("\"b\"", other), .changed),
    // A new tag each time, date and length unchanged: tokens.
    (entity("\"a\"", day), entity("\"b\"", day), .undecided),
    (entity("\"a\"", day, nil), entity("\"b\"", day), .changed),
    (entity("W/\"a\"", nil), entity("W/\"a\"", nil), .undecided),
    (entity("W/\"a\"", nil), entity("\"a\"", nil), .undecided),
    (entity("W/\"a\"", nil), entity("W/\"b\"", nil), .undecided),
    (entity("W/\"a\"", day), entity("W/\"b\"", day), .same),
    (entity("W/\"a\"", day), entity("W/\"a\"", other), .changed),
    (entity(nil, day), entity(nil, day), .same),
    (entity(nil, day), entity(nil, other), .changed),
    (entity(nil, day, madeAt: dayStamp), entity(nil, day), .undecided),
    (entity("\"a\"", day), entity(nil, day), .same),
    (entity("\"a\"", nil), entity(nil, nil), .undecided),
    (entity(nil, nil), entity(nil, nil), .undecided),
    (entity(nil, nil), entity(nil, nil, 99), .changed),
  ]

  @Test(arguments: cases) func comparesByWhatProves(known: Entity, answer: Entity, expected: Entity.Sameness) {
    #expect(known.compared(to: answer) == expected)
  }

  @Test(
    arguments: [
      (entity("\"a\"", day), "\"a\""), (entity("W/\"a\"", day), day), (entity("W/\"a\"", nil), nil),
      (entity(nil, day), day), (entity(nil, day, madeAt: dayStamp), nil), (entity(nil, "yesterday"), nil),
    ] as [(Entity, String?)])
  func asksOnlyWithWhatProves(entity: Entity, condition: String?) {
    #expect(entity.validator.condition == condition)
  }
}
