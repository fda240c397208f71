import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { UpdateEmailPrimaryOtp } from "./UpdateEmailPrimaryOtp.tsx"

describe("UpdateEmailPrimaryOtp", () => {
  it("requests the code that was sent to the current address", () => {
    expect(getTexts(renderScene("email-edit-current", <UpdateEmailPrimaryOtp />)).slice(0, 3)).toEqual([
      "Enter the code",
      "First we make sure that it is you. We sent six digits to your current address:",
      "vera@example.com",
    ])
  })

  it("accepts no code of the new address", () => {
    expect(renderScene("email-edit-new", <UpdateEmailPrimaryOtp />)).not.toContain("<input")
  })
})
