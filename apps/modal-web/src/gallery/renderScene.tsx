import { Effect } from "effect"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { prerender } from "react-dom/static"
import { EngineProvider } from "../binding/EngineContext.tsx"
import { flowsAreThere } from "../binding/useFlows.ts"
import { fundingIsThere } from "../binding/useFunding.ts"
import { namesAreThere } from "../binding/useNames.ts"
import { ownNetworksAreThere } from "../binding/useOwnNetworks.ts"
import { signInIsThere } from "../binding/useSignIn.ts"
import { siwxIsThere } from "../binding/useSiwx.ts"
import { sessionsAreThere } from "../binding/useSpendingSessions.ts"
import { walletsAreThere } from "../binding/useWallets.ts"
import "../messages/names.ts"
import "../messages/ownNetworks.ts"
import "../messages/sessions.ts"
import "../messages/paymentMessages.ts"
import "../messages/walletMessages.ts"
import { getRoute } from "../routes.tsx"
import { Alert } from "../views/Alert.tsx"
import { type FakeEngineState, makeFakeEngine } from "./fakeEngine.ts"
import { getScene, type SceneName } from "./scenes.ts"

/** Returns a view with the state of a scene. */
const provideState = (held: FakeEngineState, view: ReactNode): ReactNode => {
  const engine = Effect.runSync(makeFakeEngine(held))
  flowsAreThere(engine, Effect.runSync(engine.flows))
  fundingIsThere(engine, Effect.runSync(Effect.flatMap(engine.flows, ({ funding }) => funding)))
  namesAreThere(engine, Effect.runSync(Effect.runSync(engine.flows).names))
  ownNetworksAreThere(engine, Effect.runSync(Effect.runSync(engine.flows).ownNetworks))
  sessionsAreThere(engine, Effect.runSync(Effect.runSync(engine.flows).sessions))
  siwxIsThere(engine, Effect.runSync(engine.siwx.actions))
  walletsAreThere(engine, Effect.runSync(engine.wallets))
  if (held.signIn !== null) signInIsThere(engine, Effect.runSync(engine.signIn))
  return (
    <EngineProvider
      value={{
        engine,
        run: () => {},
        keepsInput: true,
        place: held.place,
        frame: () => new Promise(() => {}),
      }}
    >
      {view}
    </EngineProvider>
  )
}

/** Renders a view as markup with the state of a scene. Effects do not run. */
export const renderScene = (scene: SceneName, view: ReactNode, over: Partial<FakeEngineState> = {}): string =>
  renderToStaticMarkup(provideState({ ...getScene(scene), ...over }, view))

/** Renders the view of a scene as markup, once its chunks have loaded. Effects do not run. */
export const renderWholeView = async (scene: string): Promise<string> => {
  const held = getScene(scene)
  const view = held.history.at(-1) ?? held.history[0]
  const { body } = getRoute(view, await import("../getLateRoute.tsx"))
  const withAlert = (
    <>
      <Alert />
      {body}
    </>
  )
  return new Response((await prerender(provideState(held, withAlert))).prelude).text()
}

/** Returns whether the submit button of a form names a reason why a press does not submit. */
export const isSubmitBlocked = (markup: string): boolean => /type="submit"[^>]*aria-describedby/.test(markup)

/** Returns the visible texts in order. */
export const getTexts = (markup: string): readonly string[] =>
  markup
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll("&#x27;", "'").trim())
    .filter((text) => text !== "")
