import type { SignInState, SocialProvider } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { BrandMark } from "../../ui/BrandMark.tsx"
import { Button } from "../../ui/Button.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"
import { providerNames } from "./providerNames.ts"
import { useSocial } from "./useSocial.ts"

/** Signing in on a provider's page, in a popup. */
export const ConnectingSocial = ({
  provider,
}: {
  readonly provider: Exclude<SocialProvider, "farcaster">
}) => {
  const { engine, run, place } = useEngine()
  const { t } = useMessages()
  const again = useSocial()
  const asked = getSocialState(useValue(useSignIn().state))
  const picture = <BrandMark of={provider} size="big" />
  if (asked?.phase === "failed") {
    const isBlocked = asked.problem?.reason._tag === "PopupBlocked"
    return (
      <PendingStatus
        picture={picture}
        ring="bad"
        title={t("social.failed", { provider: providerNames[provider] })}
      >
        {asked.problem && <ProblemNotice problem={asked.problem} />}
        <Button onPress={() => again(provider)}>
          {t(isBlocked ? "social.openWindow" : "action.tryAgain")}
        </Button>
      </PendingStatus>
    )
  }
  const phase = asked?.phase ?? "opening"
  // Telegram's own browser has no popups: the page itself goes to the provider and comes back.
  const stage = place.device.telegram && phase !== "connecting" ? "leaving" : phase
  return (
    <PendingStatus
      picture={picture}
      ring="turning"
      title={t(`social.${stage}`, { provider: providerNames[provider] })}
      text={t(`social.${stage}Text`, { provider: providerNames[provider] })}
    >
      <Button tone="quiet" onPress={() => run(engine.router.goBack)}>
        {t("shell.cancel")}
      </Button>
    </PendingStatus>
  )
}

const getSocialState = (state: SignInState) => (state._tag === "Social" ? state : null)
