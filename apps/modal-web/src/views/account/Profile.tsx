import type { EngineError } from "@wmodal/core"
import type { AccountEntry } from "@wmodal/core/flows"
import { type CaipAddress, truncate } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** The accounts that the wallets share, to choose the one in use. */
export const Profile = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { accounts } = useFlows()
  const entries = useValue(accounts.entries)
  const [problem, setProblem] = useState<EngineError | null>(null)
  const choose = (account: CaipAddress) =>
    run(
      Effect.flatMap(Effect.result(accounts.select(account)), (chosen) =>
        Result.isSuccess(chosen) ? engine.router.goBack : Effect.sync(() => setProblem(chosen.failure)),
      ),
    )
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} />}
      {[...Map.groupBy(entries, ({ namespace }) => namespace)].map(([namespace, members], _, { length }) => (
        <section key={namespace}>
          {length > 1 && <h2 className="group-title">{t("chain.name", { namespace })}</h2>}
          <ul
            className="list"
            aria-label={length > 1 ? t("chain.name", { namespace }) : t("account.accounts")}
          >
            {members.map((entry) => (
              <li key={entry.account}>
                <AccountRow entry={entry} onPress={() => choose(entry.account)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="count">{t("profile.text")}</p>
    </>
  )
}

interface AccountRowProps {
  readonly entry: AccountEntry
  readonly onPress: () => void
}

const AccountRow = ({ entry: { address, name, type, selected }, onPress }: AccountRowProps) => {
  const { t } = useWords()
  return (
    <button
      type="button"
      className="row account-row"
      aria-current={selected ? "true" : undefined}
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
      {selected && <Icon name="check" />}
    </button>
  )
}
