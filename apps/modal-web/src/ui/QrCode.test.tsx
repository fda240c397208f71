import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { QrCode } from "./QrCode.tsx"

const label = "Code to scan"
const render = (text: string | null) =>
  renderToStaticMarkup(
    <QrCode text={text} label={label}>
      <i />
    </QrCode>,
  )

describe("QrCode", () => {
  it("draws a quiet zone of four modules on each side", () => {
    // Version 1 has 21 modules.
    expect(render("wc:1@2")).toContain('viewBox="-4 -4 29 29"')
  })

  it("renders one picture with a name, and none without a code", () => {
    expect(render("wc:1@2")).toContain('role="img" aria-label="Code to scan"')
    expect(render(null)).toContain('aria-hidden="true"')
    expect(render(null)).not.toContain(label)
  })

  it("keeps the space of a code that is not ready", () => {
    expect(render(null).match(/<rect/g)).toHaveLength(6)
    expect(render(null)).toContain("data-empty")
  })
})
