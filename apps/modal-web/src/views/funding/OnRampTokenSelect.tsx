import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFunding } from "../../binding/useFunding.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"

/** The tokens that are for sale on the network in use. */
export const OnRampTokenSelect = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { onramp } = useFunding()
  const state = useValue(onramp.state)
  if (state._tag !== "Choosing") return <div className="waiting">{t("buy.loading")}</div>
  return (
    <ul className="list" aria-label={t("title.OnRampTokenSelect")}>
      {state.tokens.map(({ icon, name, symbol }) => (
        <li key={symbol}>
          <ListItem
            picture={<RemoteImage source={icon} name={symbol} shape="network" />}
            title={<bdi>{name}</bdi>}
            detail={<bdi>{symbol}</bdi>}
            current={symbol === state.form.token.symbol}
            end={symbol === state.form.token.symbol && <Icon name="check" />}
            onPress={() => run(Effect.andThen(onramp.chooseToken(symbol), engine.router.goBack))}
          />
        </li>
      ))}
    </ul>
  )
}
