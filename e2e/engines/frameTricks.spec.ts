import { afterAll, beforeAll, expect, it } from "vitest"
import { describeEngines } from "./describeEngines.ts"
import { openGround, type TrickGround } from "./tricks/openGround.ts"
import { tricks } from "./tricks/tricks.ts"

describeEngines("embedded wallet's frame", (name, getWorld) => {
  const counted = { tricks: 0, approvals: 0 }
  let ground: TrickGround
  beforeAll(async () => {
    ground = await openGround(getWorld())
  })
  afterAll(() => {
    process.stdout.write(`${name}: tricks ${counted.tricks}, approvals ${counted.approvals}\n`)
  })

  for (const input of ["mouse", "touch", "key"] as const)
    it(`approves a request when its user presses by ${input}`, async () => {
      expect(await ground.approve(input)).toBe(true)
    })

  it("approves a request in a window that is large enough to be read when the frame is zoomed out", async () => {
    const zoomedOut = tricks.find(({ name }) => name === "zoomed out")
    expect(zoomedOut).toBeDefined()
    expect(await ground.approve("mouse", zoomedOut)).toBe(true)
  })

  for (const trick of tricks)
    it(`approves nothing by ${trick.input} when it is ${trick.name}`, async () => {
      const { isApproved, isPressed } = await ground.play(trick)
      expect(isPressed, "whether the trick presses a plain button").toBe(true)
      counted.tricks += 1
      counted.approvals += Number(isApproved)
      expect(isApproved).toBe(false)
    })
})
