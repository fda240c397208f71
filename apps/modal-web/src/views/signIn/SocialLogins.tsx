import type { SocialProvider } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { signIn as signInViews } from "../../chunks.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { BrandMark } from "../../ui/BrandMark.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { layoutSocialLogins } from "./layoutSocialLogins.ts"
import { providerNames } from "./providerNames.ts"
import { useSocial } from "./useSocial.ts"
import { useSocials } from "./useSocials.ts"

/** The providers on Connect: the first with its name, the others as icons. */
export const SocialLogins = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const start = useSocial()
  const socials = useSocials()
  const { rows, marks, more } = layoutSocialLogins(socials)
  return (
    <div className="socials" role="group" aria-label={t("signIn.socials")}>
      {rows.map((provider) => (
        <ListItem
          key={provider}
          picture={<BrandMark of={provider} />}
          title={t("signIn.with", { provider: providerNames[provider] })}
          onIntent={signInViews.prefetch}
          onPress={() => start(provider)}
        />
      ))}
      {marks.length > 0 && (
        <div className="social-marks">
          {marks.map((provider) => (
            <MarkButton key={provider} provider={provider} onPress={() => start(provider)} />
          ))}
          {more && (
            <button
              type="button"
              className="social-mark"
              aria-label={t("signIn.more")}
              onPointerEnter={signInViews.prefetch}
              onFocus={signInViews.prefetch}
              onClick={() => run(engine.router.push({ _tag: "ConnectSocials" }))}
            >
              <Icon name="more" />
            </button>
          )}
        </div>
      )}
    </div>
  )
}

interface MarkButtonProps {
  readonly provider: SocialProvider
  readonly onPress: () => void
}

const MarkButton = ({ provider, onPress }: MarkButtonProps) => {
  const { t } = useMessages()
  return (
    <button
      type="button"
      className="social-mark"
      aria-label={t("signIn.with", { provider: providerNames[provider] })}
      onPointerEnter={signInViews.prefetch}
      onFocus={signInViews.prefetch}
      onClick={onPress}
    >
      <BrandMark of={provider} />
    </button>
  )
}
