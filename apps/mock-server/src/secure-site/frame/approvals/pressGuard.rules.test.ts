import fc from "fast-check"
import { expect, it } from "vitest"
import { type GuardEvent, guardPress, judgeClick, makeGuardState } from "./pressGuard.ts"

/** What a user, a page and a browser do, in any order. */
const doings = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 30, 120, 350, 700, 700, 3000),
    }),
  },
  { weight: 8, arbitrary: fc.constant({ do: "move" as const }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("click" as const), clicks: fc.constantFrom(1, 1, 1, 2) }),
  },
  fc.record({
    do: fc.constantFrom("down" as const, "up" as const),
    control: fc.constantFrom("approve", null),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("shift" as const), by: fc.constantFrom(0, 40, -40, 200) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("see" as const), isSeen: fc.boolean() }) },
  fc.constantFrom({ do: "changed" as const }, { do: "left" as const }, { do: "blurred" as const }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("tab" as const, "enter" as const),
      isRepeat: fc.constantFrom(false, false, true),
    }),
  },
  fc.constantFrom({ do: "scriptFocus" as const }, { do: "touch" as const }),
)
type Doing = typeof doings extends fc.Arbitrary<infer A> ? A : never

type Heard = GuardEvent & { readonly at: number; readonly frame: number }

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Plays the doings in virtual time. Returns, for each click that counts, everything that was heard until then. */
const play = (plan: readonly Doing[]): readonly (readonly Heard[])[] => {
  let state = makeGuardState("frame")
  let now = 0
  let frame = 100
  const heard: Heard[] = []
  const counted: Heard[][] = []
  const hear = (event: GuardEvent) => {
    heard.push({ ...event, at: now, frame })
    state = guardPress(state, event, now)
  }
  const pointer = (
    _tag: "Moved" | "Down" | "Up",
    control: string | null = "approve",
    kind: "mouse" | "touch" = "mouse",
  ) =>
    hear({
      _tag,
      pointer: kind,
      place: { clientX: 300 - frame, clientY: 50, screenX: 300, screenY: 50 },
      pixelRatio: 1,
      control,
    })
  const judge = (clicks: number, isTouch = false) => {
    if (judgeClick(state, { clicks, control: "approve", isTouch }, now) === "counts") counted.push([...heard])
  }
  for (const doing of plan)
    switch (doing.do) {
      case "wait":
        now += doing.ms
        break
      case "move":
        pointer("Moved")
        break
      case "click":
        pointer("Down")
        pointer("Up")
        judge(doing.clicks)
        break
      case "down":
        pointer("Down", doing.control)
        break
      case "up":
        pointer("Up", doing.control)
        judge(1)
        break
      case "shift":
        frame += doing.by
        break
      case "see":
        hear({ _tag: "Seen", isSeen: doing.isSeen, minScale: 0.7 })
        break
      case "changed":
        hear({ _tag: "Changed" })
        break
      case "left":
        hear({ _tag: "Left" })
        break
      case "blurred":
        hear({ _tag: "Blurred" })
        break
      case "tab":
        hear({ _tag: "Key", key: "focus", isRepeat: doing.isRepeat, control: null })
        hear({ _tag: "Focused", control: "approve" })
        break
      case "enter":
        hear({ _tag: "Key", key: "press", isRepeat: doing.isRepeat, control: "approve" })
        judge(0)
        break
      case "scriptFocus":
        hear({ _tag: "Focused", control: "approve" })
        break
      case "touch":
        pointer("Down", "approve", "touch")
        pointer("Up", "approve", "touch")
        judge(1, true)
    }
  return counted
}

const isMouse = (event: Heard) =>
  (event._tag === "Moved" || event._tag === "Down" || event._tag === "Up") && event.pointer === "mouse"

/** Names the rule that a press which counted has broken, if any. It reads the whole log and keeps no state. */
const findBroken = (heard: readonly Heard[]): string | null => {
  const begin = heard.findLastIndex(
    (event) => event._tag === "Down" || (event._tag === "Key" && event.key === "press"),
  )
  const press = heard[begin]
  if (press === undefined) return "no press has begun"
  const before = heard.slice(0, begin)
  const restsFrom = press.at - 700
  const lately = heard.filter(({ at }) => at > restsFrom)
  const sights = heard.filter((event) => event._tag === "Seen")
  if (sights.at(-1)?.isSeen !== true) return "it was not in sight"
  if (
    sights.some(({ at, isSeen }, index) => at > restsFrom && isSeen !== (sights[index - 1]?.isSeen ?? false))
  )
    return "it came into sight, or left it, within 700 ms"
  if (lately.some(({ _tag }) => _tag === "Changed")) return "it has changed within 700 ms"
  if (heard.slice(begin).some(({ _tag }) => ["Left", "Blurred"].includes(_tag)))
    return "the press was not whole"
  if (press._tag === "Down") {
    const end = heard.slice(begin).find(({ _tag }) => _tag === "Up")
    if (press.pointer === "touch") return "a touch counted"
    if (press.control !== "approve" || end?._tag !== "Up" || end.control !== "approve")
      return "it was not inside"
    const gone = before.findLastIndex(
      (event) =>
        event._tag === "Left" ||
        event._tag === "Blurred" ||
        ("pointer" in event && event.pointer === "touch"),
    )
    const inside = heard.slice(gone + 1).filter(isMouse)
    const known = inside.filter(({ at }) => at > restsFrom)
    const earlier = inside.findLast(({ at }) => at <= restsFrom)
    const moves = inside.filter(({ _tag, at }) => _tag === "Moved" && at <= press.at)
    if (earlier === undefined || moves.length === 0) return "its place was not known for 700 ms"
    if ([earlier, ...known].some(({ frame }) => Math.abs(frame - press.frame) > 2))
      return "it has moved within 700 ms"
    return press.at - (moves.at(-1)?.at ?? 0) < 3000 ? null : "the mouse had rested"
  }
  if (press._tag !== "Key" || press.isRepeat) return "a repetition counted"
  const focus = before.findLastIndex(({ _tag }) => _tag === "Focused")
  const key = heard[focus - 1]
  if (key?._tag !== "Key" || key.key !== "focus" || key.isRepeat) return "no key had focused the button"
  if (before.slice(focus).some(({ _tag }) => _tag === "Down" || _tag === "Blurred"))
    return "the focus was lost"
  return (heard[focus]?.at ?? 0) <= restsFrom ? null : "the button was focused within 700 ms"
}

it("takes a press of 20,000 random sequences only when it keeps each rule", () => {
  const counts: number[] = []
  fc.assert(
    fc.property(fc.array(doings, { minLength: 3, maxLength: 40 }), (plan) => {
      const counted = play([{ do: "see", isSeen: true }, { do: "move" }, ...plan])
      counts.push(counted.length)
      for (const heard of counted) expect(findBroken(heard)).toBeNull()
    }),
    { numRuns: 20_000, seed: 32 },
  )
  // The rules do not hold for want of presses that count.
  expect(sum(counts)).toBeGreaterThan(1000)
})
