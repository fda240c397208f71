import type { SolanaMessage } from "./SolanaMessage.ts"

/** An account with its permissions in an instruction. */
export interface AccountMeta {
  readonly address: string
  readonly signs: boolean
  readonly written: boolean
}

/** An instruction with its accounts by address. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

/** Compiles a legacy message, which every wallet supports. Each account appears once, with its combined permissions. */
export const compileMessage = (request: {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}): SolanaMessage => {
  const { blockhash, instructions, payer } = request
  const roles = new Map<string, AccountMeta>([[payer, { address: payer, signs: true, written: true }]])
  const add = ({ address, signs, written }: AccountMeta) => {
    const known = roles.get(address)
    roles.set(address, {
      address,
      signs: signs || (known?.signs ?? false),
      written: written || (known?.written ?? false),
    })
  }
  for (const { accounts, program } of instructions) {
    for (const account of accounts) add(account)
    add({ address: program, signs: false, written: false })
  }
  const all = [...roles.values()]
  const [signing, others] = [all.filter(({ signs }) => signs), all.filter(({ signs }) => !signs)]
  const writtenFirst = (some: readonly AccountMeta[]) => [
    ...some.filter(({ written }) => written),
    ...some.filter(({ written }) => !written),
  ]
  const accounts = [...writtenFirst(signing), ...writtenFirst(others)].map(({ address }) => address)
  return {
    version: "legacy",
    signers: signing.length,
    readonlySigners: signing.filter(({ written }) => !written).length,
    readonlyOthers: others.filter(({ written }) => !written).length,
    accounts,
    blockhash,
    instructions: instructions.map((one) => ({
      program: accounts.indexOf(one.program),
      accounts: one.accounts.map(({ address }) => accounts.indexOf(address)),
      data: one.data,
    })),
    lookups: [],
  }
}

/**
 * Returns the permissions of every account of a message, in index order. `looked` is the content of the lookup tables.
 */
export const toAccountMetas = (
  { accounts, readonlyOthers, readonlySigners, signers }: SolanaMessage,
  looked: readonly AccountMeta[] = [],
): readonly AccountMeta[] => [
  ...accounts.map((address, at) => ({
    address,
    signs: at < signers,
    written: at < signers ? at < signers - readonlySigners : at < accounts.length - readonlyOthers,
  })),
  ...looked,
]

/**
 * Returns placeholders for the accounts in lookup tables, named by table and index: the same index is the same account
 * in every message.
 */
export const lookupTableIndexes = ({ lookups }: SolanaMessage): readonly AccountMeta[] =>
  [true, false].flatMap((written) =>
    lookups.flatMap(({ readonly, table, writable }) =>
      (written ? writable : readonly).map((at) => ({ address: `${table}/${at}`, signs: false, written })),
    ),
  )

/** Returns the instructions of a message. Accounts of unresolved lookup tables have an empty address. */
export const toInstructions = (
  message: SolanaMessage,
  roles: readonly AccountMeta[],
): readonly Instruction[] =>
  message.instructions.map(({ accounts, data, program }) => ({
    program: message.accounts[program] ?? "",
    accounts: accounts.map((account) => roles[account] ?? { address: "", signs: false, written: false }),
    data,
  }))
