import type { EngineError } from "@wmodal/core"
import type { AccountEntry } from "@wmodal/core/flows"
import { type CaipNetworkId, groupBy, type Namespace, truncate } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { useState } from "react"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { parseAccount } from "../../binding/parseAccount.ts"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { isEmbedded } from "../email/isEmbedded.ts"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** The accounts that the wallets share, with a selection of the one in use, which also selects its chain. */
export const Profile = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { accounts } = useFlows()
  const entries = useValue(accounts.entries)
  const [problem, setProblem] = useState<EngineError | null>(null)
  const { chainNamespace } = useValue(engine.networks.shown).network
  const states = useValue(engine.connection.state)

  /** Returns the network of an account whose chain is not the one in use. */
  const findNetwork = (namespace: Namespace): CaipNetworkId | null => {
    const connected = namespace === chainNamespace ? null : getConnected(states, namespace)
    return connected && parseAccount(connected.account).network
  }
  const choose = ({ account, namespace }: AccountEntry) =>
    run(
      Effect.gen(function* () {
        const chosen = yield* Effect.result(accounts.select(account))
        if (Result.isFailure(chosen)) return setProblem(chosen.failure)
        yield* engine.router.goBack
        const network = findNetwork(namespace)
        if (network !== null) yield* engine.networks.pick(network)
      }),
    )
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} />}
      {[...groupBy(entries, ({ namespace }) => namespace)].map(([namespace, members], _, { length }) => (
        <section key={namespace}>
          {length > 1 && <h2 className="group-title">{t("chain.name", { namespace })}</h2>}
          <ul
            className="list"
            aria-label={length > 1 ? t("chain.name", { namespace }) : t("account.accounts")}
          >
            {members.map((entry) => (
              <li key={entry.account}>
                <AccountRow
                  entry={entry}
                  inUse={entry.selected && namespace === chainNamespace}
                  onPress={() => choose(entry)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="count">
        {t(isEmbedded(getConnected(states, chainNamespace)) ? "embedded.accounts" : "profile.text")}
      </p>
    </>
  )
}

interface AccountRowProps {
  readonly entry: AccountEntry
  /** The selected account of the chain in use. */
  readonly inUse: boolean
  readonly onPress: () => void
}

const AccountRow = ({ entry: { address, name, type }, inUse, onPress }: AccountRowProps) => {
  const { t } = useMessages()
  return (
    <button
      type="button"
      className="row account-row"
      aria-current={inUse ? "true" : undefined}
      onClick={onPress}
    >
      <Avatar address={address} image={null} />
      <span className="row-text">
        {name !== null && (
          <span className="row-title">
            <bdi>{name}</bdi>
          </span>
        )}
        <span className={name === null ? "row-title" : "row-detail"}>
          <bdi dir="ltr">{truncate(address)}</bdi>
        </span>
      </span>
      <Badge>{t(`profile.${type}`)}</Badge>
      {inUse && <Icon name="check" />}
    </button>
  )
}
