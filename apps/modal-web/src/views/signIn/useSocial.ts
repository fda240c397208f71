import type { Popup, SocialProvider } from "@wmodal/core"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { redirectTo } from "./providerRedirect.ts"

/** Opens a popup with only the `waiting` text, which requires a click; `null` when the browser blocks it. */
export const openPopup = (waiting: string): Popup | null => {
  const popup = window.open("", "wmodalSignIn", "width=600,height=800,scrollbars=yes")
  if (popup === null) return null
  try {
    popup.document.documentElement.style.colorScheme = "light dark"
    popup.document.body.textContent = waiting
  } catch {
    // A popup of this name from an earlier sign-in is still at another origin.
  }
  return {
    go: (url) => {
      // Rejects URLs that would run as a script of this page.
      if (!/^https?:/i.test(url)) throw new Error("The provider's URL is not valid.")
      popup.location.href = url
    },
    isClosed: () => popup.closed,
    close: () => popup.close(),
    listen: (listener) => {
      const hear = ({ source, data, origin }: MessageEvent<unknown>) => {
        if (source === popup) listener({ data, origin })
      }
      window.addEventListener("message", hear)
      return () => window.removeEventListener("message", hear)
    },
  }
}

/** Returns a function that signs in with a provider. Call it inside a click, because browsers block later popups. */
export const useSocial = () => {
  const { engine, run, place } = useEngine()
  const { t } = useMessages()
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
    const popup = returned ?? (place.device.telegram ? redirectTo(provider) : openPopup(t("shell.loading")))
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
