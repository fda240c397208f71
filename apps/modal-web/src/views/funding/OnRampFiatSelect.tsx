import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFunding } from "../../binding/useFunding.ts"
import { useValue } from "../../binding/useValue.ts"
import { getCurrencyName, getCurrencySign } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

/** The currencies to pay with. */
export const OnRampFiatSelect = () => {
  const { engine, run } = useEngine()
  const { t, locale } = useMessages()
  const { onramp } = useFunding()
  const state = useValue(onramp.state)
  if (state._tag !== "Choosing") return <div className="waiting">{t("buy.loading")}</div>
  return (
    <ul className="list" aria-label={t("title.OnRampFiatSelect")}>
      {state.currencies.map(({ icon, id }) => (
        <li key={id}>
          <ListItem
            picture={<RemoteImage source={icon} name={getCurrencySign(locale, id)} shape="network" />}
            title={getCurrencyName(locale, id)}
            detail={id}
            current={id === state.form.currency.id}
            end={id === state.form.currency.id && <Icon name="check" />}
            onPress={() => run(Effect.andThen(onramp.chooseCurrency(id), engine.router.goBack))}
          />
        </li>
      ))}
    </ul>
  )
}
