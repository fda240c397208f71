import { describe, expect, it } from "vitest"
import { root } from "../ensure.mjs"
import { makeTroubleshootingPage, readErrors } from "./errors.mjs"
import { hints } from "./hints.mjs"

describe("readErrors", () => {
  const errors = readErrors(root)
  const find = (tag) => errors.find((error) => error.tag === tag)

  it("returns the texts of an error that the engine describes by plain ids", () => {
    expect(find("popupBlocked")?.texts).toEqual([
      {
        kind: "transient",
        title: "Pop-up blocked",
        bodies: [
          "Allow pop-ups for this site, then try again. If another site shows this page, open it in a tab of its own.",
        ],
      },
    ])
  })

  it("returns a body for each title when both follow one template", () => {
    expect(find("declined")?.texts).toContainEqual({
      kind: "transient",
      title: "Signature declined",
      bodies: ["Nothing was signed. You can try again."],
    })
  })

  it("returns the texts of constants above the call", () => {
    expect(find("invalidOption")?.texts.map(({ title }) => title)).toContain("Invalid App Configuration")
  })

  it("returns the texts of a constant whose type is written", () => {
    const bodies = find("requestTooLong")?.texts.flatMap((text) => text.bodies)
    expect(bodies).toContainEqual(expect.stringMatching(/^This request has \{count\} transactions/))
  })
})

describe("makeTroubleshootingPage", () => {
  const errors = readErrors(root)

  it("shows what a developer does under the error's text", () => {
    const page = makeTroubleshootingPage(errors, hints)
    expect(page).toMatch(/### Project ID Not Configured [^]{0,200}a mock server accepts any text/)
  })

  it("rejects a hint for an error that does not exist", () => {
    expect(() => makeTroubleshootingPage(errors, { gone: "…" })).toThrow("gone")
  })
})
