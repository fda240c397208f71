import type { SocialProvider } from "@wmodal/core"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { openPopup } from "./openPopup.ts"
import { redirectTo } from "./providerRedirect.ts"

/** Returns a function that signs in with a provider. Call it inside a click, because browsers block later popups. */
export const useSocial = () => {
  const { engine, run, place } = useEngine()
  const { t } = useMessages()
  return (provider: SocialProvider) => {
    if (provider === "farcaster") {
      run(
        engine.signIn.pipe(
          Effect.flatMap(({ withFarcaster }) => withFarcaster),
          Effect.catch(engine.alerts.show),
        ),
      )
      return
    }
    const popup = place.device.telegram ? redirectTo(provider) : openPopup(t("shell.loading"))
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
