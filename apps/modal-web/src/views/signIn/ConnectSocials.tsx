import { useMessages } from "../../messages/Translate.tsx"
import { BrandMark } from "../../ui/BrandMark.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { providerNames } from "./providerNames.ts"
import { useSocial } from "./useSocial.ts"
import { useSocials } from "./useSocials.ts"

/** The complete list of providers. */
export const ConnectSocials = () => {
  const { t } = useMessages()
  const signIn = useSocial()
  return (
    <ul className="list" aria-label={t("signIn.socials")}>
      {useSocials().map((provider) => (
        <li key={provider}>
          <ListItem
            picture={<BrandMark of={provider} />}
            title={providerNames[provider]}
            label={t("signIn.with", { provider: providerNames[provider] })}
            onPress={() => signIn(provider)}
            end={<Icon name="forward" />}
          />
        </li>
      ))}
    </ul>
  )
}
