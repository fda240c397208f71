import { beforeAll, expect, it } from "vitest"
import { describeEngines } from "../../engines/describeEngines.ts"
import { openGround, type TrickGround } from "../../engines/tricks/openGround.ts"
import { tricks } from "../../engines/tricks/tricks.ts"

/** The attacks that were reported. `npm run test:wide` plays all tricks, in three engines. */
const reported = [
  "moved by the first press of a double click",
  "zoomed out",
  "zoomed out, and moved by the first press of a double click",
]

describeEngines(
  "embedded wallet's frame on a hostile page",
  (_name, getWorld) => {
    let ground: TrickGround
    beforeAll(async () => {
      ground = await openGround(getWorld())
    })

    for (const trick of tricks.filter(({ input, name }) => input === "mouse" && reported.includes(name)))
      it(`approves no press of a double click while the frame is ${trick.name}`, async () => {
        expect(await ground.play(trick)).toEqual({ isPressed: true, isApproved: false })
      })
  },
  ["chromium"],
)
