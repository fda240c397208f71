import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { EngineProvider } from "../binding/EngineContext.tsx"
import { makeFakeEngine } from "../gallery/fakeEngine.ts"
import { getScene } from "../gallery/scenes.ts"
import { RemoteImage } from "./RemoteImage.tsx"

const remote = "https://images.example/wallet.png"
const inline = "data:image/png;base64,AA=="

/** Renders an icon in a modal that is open, or drawn before it opens. */
const render = (source: string, open: boolean) => {
  const scene = getScene("connect")
  const engine = Effect.runSync(makeFakeEngine(scene))
  Effect.runSync(SubscriptionRef.update(engine.router.state, (state) => ({ ...state, open })))
  return renderToStaticMarkup(
    <EngineProvider value={{ engine, run: () => {}, place: scene.place, frame: () => new Promise(() => {}) }}>
      <RemoteImage source={source} name="Wallet" shape="wallet" />
    </EngineProvider>,
  )
}

describe("RemoteImage", () => {
  it("shows an image of another host when the modal is open, and its letter before", () => {
    expect(render(remote, true)).toContain(`src="${remote}"`)
    expect(render(remote, false)).toMatch(/>W<\/span>$/)
  })

  it("shows an image in the page before the modal is open", () => {
    expect(render(inline, false)).toContain(`src="${inline}"`)
  })
})
