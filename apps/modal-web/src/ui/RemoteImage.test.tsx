import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { EngineProvider } from "../binding/EngineContext.tsx"
import { makeFakeEngine } from "../gallery/fakeEngine.ts"
import { getScene } from "../gallery/scenes.ts"
import { RemoteImage } from "./RemoteImage.tsx"

const remote = "https://images.example/wallet.png"
const unnamed = "https://tracker.example/wallet.png"
const inline = "data:image/png;base64,AA=="

/** Renders an icon in a modal that is open, or drawn before it opens. */
const render = (source: string, open: boolean) => {
  const scene = getScene("connect")
  const fake = Effect.runSync(makeFakeEngine(scene))
  const engine = { ...fake, options: { ...fake.options, imageHosts: ["images.example"] } }
  Effect.runSync(SubscriptionRef.update(engine.router.state, (state) => ({ ...state, open })))
  return renderToStaticMarkup(
    <EngineProvider
      value={{
        engine,
        run: () => {},
        keepsInput: true,
        place: scene.place,
        frame: () => new Promise(() => {}),
      }}
    >
      <RemoteImage source={source} name="Wallet" shape="wallet" />
    </EngineProvider>,
  )
}

beforeEach(() => {
  vi.stubGlobal("location", new URL("https://app.example/"))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("RemoteImage", () => {
  it("loads an image of a named host when the modal is open, and shows its letter before", () => {
    expect(render(remote, true)).toContain('data-loading=""')
    expect(render(remote, false)).toMatch(/>W<\/span>$/)
  })

  it("shows the letter in place of an image of another host, without its address", () => {
    expect(render(unnamed, true)).toMatch(/>W<\/span>$/)
    expect(render(unnamed, true)).not.toMatch(/tracker|<img/)
  })

  it("shows an image in the page before the modal is open", () => {
    expect(render(inline, false)).toContain(`src="${inline}"`)
  })
})
