import type { AccountState, ChainState } from "../control/ChainState.ts"
import type { World } from "../world/World.ts"
import { bitcoinAccounts } from "./bitcoinAccounts.ts"
import type { BitcoinNetwork } from "./bitcoinNetworks.ts"
import { toOutputScript } from "./ledger/firstBlocks.ts"
import { getLedger } from "./ledger/Ledger.ts"
import type { LedgerState, LedgerTransaction } from "./ledger/LedgerState.ts"
import { toAddress } from "./rest/toAddress.ts"

/**
 * Returns balances in satoshis, from blocks only, not from the mempool. Fees are attributed to the owner of the first
 * input.
 */
export const getBitcoinState = (world: World, network: BitcoinNetwork): ChainState => {
  const { state } = getLedger(world, network)
  const mined = state.blocks
    .flatMap(({ txids }) => txids)
    .flatMap((txid) => state.transaction(txid) ?? [])
    .filter(({ transaction }) => !transaction.isCoinbase())
  const payer = ({ spent }: LedgerTransaction) =>
    spent[0] === undefined ? undefined : toAddress(spent[0].script, network)
  const own = bitcoinAccounts[network.addresses].flatMap(({ legacy, nested, segwit, taproot }) => [
    segwit,
    taproot,
    nested,
    legacy,
  ])
  const others = mined.flatMap(({ transaction }) =>
    transaction.outs.flatMap(({ script }) => toAddress(script, network) ?? []),
  )
  const addresses = [...own, ...[...new Set(others)].filter((address) => !own.includes(address)).toSorted()]
  return {
    chainId: network.network.caipNetworkId,
    transactions: mined.length,
    accounts: addresses.map((address): AccountState => {
      const fees = mined.filter((entry) => payer(entry) === address)
      return {
        address,
        native: `${getConfirmedBalance(state, toOutputScript(address))}`,
        tokens: {},
        fees: `${fees.reduce((sum, { fee }) => sum + fee, 0n)}`,
      }
    }),
  }
}

const getConfirmedBalance = (state: LedgerState, script: Uint8Array): bigint =>
  state
    .history(script)
    .filter(({ height }) => height !== null)
    .flatMap(({ transaction, txid }) =>
      transaction.outs.flatMap((output, vout) => {
        if (Buffer.compare(output.script, script) !== 0) return []
        const spender = state.spender(`${txid}:${vout}`)
        const spent = spender !== undefined && (state.transaction(spender.txid)?.height ?? null) !== null
        return spent ? [] : [output.value]
      }),
    )
    .reduce((sum, value) => sum + value, 0n)
