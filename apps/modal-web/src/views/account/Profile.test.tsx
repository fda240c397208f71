import { describe, expect, it } from "vitest"
import { renderScene, wordsIn } from "../../gallery/renderScene.tsx"
import { Profile } from "./Profile.tsx"

describe("Profile", () => {
  it("lists the accounts that are shared, of what kind each is, and which one is in use", () => {
    const markup = renderScene("profile", <Profile />)
    expect(wordsIn(markup)).toEqual([
      "vera.wmodal.id",
      "0x52...9c0f3a",
      "Account",
      "0x70...dc79C8",
      "Smart account",
      "bc1q...wf5mdq",
      "Payment",
      "Others can be shared in the wallet itself.",
    ])
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1)
  })
})
