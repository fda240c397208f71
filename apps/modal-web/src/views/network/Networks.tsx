import { useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { SearchField } from "../../ui/SearchField.tsx"
import { NetworkGroups } from "./NetworkGroups.tsx"

/** The number of networks that are visible at a glance; more get a search. */
const minSearchedNetworks = 8

/** The networks that the page configured. */
export const Networks = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { network, known } = useValue(engine.networks.shown)
  const [search, setSearch] = useState("")
  useValue(engine.networks.all)
  const { configured } = engine.networks
  const wanted = search.trim().toLocaleLowerCase()
  const found = configured.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return (
    <>
      {configured.length > minSearchedNetworks && (
        <SearchField label={t("networks.search")} value={search} onSearch={setSearch} />
      )}
      <p className="hidden" role="status">
        {wanted !== "" && t("networks.count", { count: found.length })}
      </p>
      {found.length > 0 ? (
        <NetworkGroups
          networks={found}
          current={known ? network.caipNetworkId : null}
          onPick={(picked) => run(engine.networks.pick(picked))}
          onShowOwn={(network) => run(engine.router.push({ _tag: "OwnNetwork", network }))}
        />
      ) : (
        <Empty icon="search" title={t("networks.none")} text={t("networks.noneText")}>
          <Button tone="quiet" onPress={() => setSearch("")}>
            {t("networks.clear")}
          </Button>
        </Empty>
      )}
      {engine.options.features.addNetworks && (
        <Button tone="quiet" icon="plus" onPress={() => run(engine.router.push({ _tag: "AddNetwork" }))}>
          {t("networks.add")}
        </Button>
      )}
      <button
        type="button"
        className="chip"
        onClick={() => run(engine.router.push({ _tag: "WhatIsANetwork" }))}
      >
        {t("help.network")}
      </button>
    </>
  )
}
