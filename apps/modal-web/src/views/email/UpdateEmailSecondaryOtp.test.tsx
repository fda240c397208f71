import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { UpdateEmailSecondaryOtp } from "./UpdateEmailSecondaryOtp.tsx"

describe("UpdateEmailSecondaryOtp", () => {
  it("requests the code that was sent to the new address", () => {
    expect(getTexts(renderScene("email-edit-new", <UpdateEmailSecondaryOtp />)).slice(0, 3)).toEqual([
      "Enter the code",
      "Almost done. We sent six digits to your new address:",
      "vera@new.example",
    ])
  })

  it("accepts no code of the current address", () => {
    expect(renderScene("email-edit-current", <UpdateEmailSecondaryOtp />)).not.toContain("<input")
  })
})
