import type { SocialProvider } from "@wmodal/core"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"
import { openPopup } from "./openPopup.ts"

/** Signs in with a provider. To be called in a person's click: later no browser opens a window. */
export const useSocial = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  return (provider: SocialProvider) => {
    const popup = provider === "farcaster" ? null : openPopup(t("shell.loading"))
    run(
      engine.signIn.pipe(
        Effect.flatMap((signIn) =>
          provider === "farcaster" ? signIn.withFarcaster : signIn.withSocial(provider, popup),
        ),
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
