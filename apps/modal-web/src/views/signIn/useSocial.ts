import type { Popup, SocialProvider } from "@wmodal/core"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"
import { openPopup } from "./openPopup.ts"
import { leaveFor } from "./telegram.ts"

/** Signs in with a provider. To be called in a person's click: later no browser opens a window. */
export const useSocial = () => {
  const { engine, run, place } = useEngine()
  const { t } = useWords()
  return (provider: SocialProvider, returned?: Popup) => {
    if (provider === "farcaster") {
      run(
        engine.signIn.pipe(
          Effect.flatMap(({ withFarcaster }) => withFarcaster),
          Effect.catch(engine.alerts.show),
        ),
      )
      return
    }
    const popup = returned ?? (place.device.telegram ? leaveFor(provider) : openPopup(t("shell.loading")))
    run(
      engine.signIn.pipe(
        Effect.flatMap(({ withSocial }) => withSocial(provider, popup)),
        Effect.catch((problem) =>
          Effect.andThen(
            Effect.sync(() => popup?.close()),
            engine.alerts.show(problem),
          ),
        ),
      ),
    )
  }
}
