import { programs } from "../program/programs.ts"
import { type ByteReader, makeByteReader } from "../wire/ByteReader.ts"
import type { Instruction } from "../wire/Instruction.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"

const upgradeableLoaderProgram = "BPFLoaderUpgradeab1e11111111111111111111111"

/** Decodes an instruction like its program. Never throws: invalid data is unknown. */
export const decodeInstruction = (instruction: Instruction): DecodedInstruction => {
  try {
    return getInstructionDecoder(instruction.program)?.(instruction) ?? { _tag: "Unknown", instruction }
  } catch {
    return { _tag: "Unknown", instruction }
  }
}

type InstructionDecoder = (instruction: Instruction) => DecodedInstruction | null

const getInstructionDecoder = (program: string): InstructionDecoder | null => {
  switch (program) {
    case programs.system:
      return decodeSystem
    case programs.token:
    case programs.token2022:
      return decodeToken
    case programs.associatedToken:
      return decodeAssociatedToken
    case programs.computeBudget:
      return () => ({ _tag: "Budget" })
    case programs.memo:
    case programs.olderMemo:
      return decodeMemo
    case programs.stake:
      return decodeStake
    case upgradeableLoaderProgram:
      return decodeUpgradeableLoader
    default:
      return null
  }
}

/** Returns the address of an account by index. @throws RangeError if it is missing */
const makeAccountGetter =
  ({ accounts }: Instruction) =>
  (place: number): string => {
    const account = accounts[place]
    if (account === undefined) throw new RangeError("an account is missing")
    return account.address
  }

/** Source: Solana, `SystemInstruction`. */
const decodeSystem: InstructionDecoder = (instruction) => {
  const [data, account] = [makeByteReader(instruction.data), makeAccountGetter(instruction)]
  switch (data.u32()) {
    case 0: {
      const amount = data.u64()
      data.u64()
      return { _tag: "MakeAccount", account: account(1), owner: data.address(), amount }
    }
    case 1:
      return { _tag: "Assign", account: account(0), to: data.address() }
    case 2:
      return { _tag: "PayNative", from: account(0), to: account(1), amount: data.u64() }
    case 3: {
      readSeed(data)
      const amount = data.u64()
      data.u64()
      return { _tag: "MakeAccount", account: account(1), owner: data.address(), amount }
    }
    case 4:
      return { _tag: "UseNonce", nonce: account(0), authority: account(2) }
    case 5:
      return { _tag: "PayNative", from: account(0), to: account(1), amount: data.u64() }
    case 7:
      return {
        _tag: "Authorize",
        account: account(0),
        what: "use the nonce",
        authority: account(1),
        to: data.address(),
      }
    case 10:
      readSeed(data)
      return { _tag: "Assign", account: account(0), to: data.address() }
    case 11:
      return { _tag: "PayNative", from: account(0), to: account(2), amount: data.u64() }
    default:
      return null
  }
}

/** Reads a base address, and a seed with its length. */
const readSeed = (data: ByteReader) => {
  data.address()
  data.bytes(Number(data.u64()))
}

const authorityLabels = ["mint more of it", "freeze it", "own the account", "close the account"]

/** Source: spl-token, `TokenInstruction`; spl-token-2022. */
const decodeToken: InstructionDecoder = (instruction) => {
  const [data, account] = [makeByteReader(instruction.data), makeAccountGetter(instruction)]
  const paid = (destination: number, owner: number, of: number | null) => ({
    _tag: "PayToken" as const,
    source: account(0),
    destination: account(destination),
    owner: account(owner),
    amount: data.u64(),
    token: of === null ? null : account(of),
    fee: null,
  })
  switch (data.byte()) {
    case 3:
      return paid(1, 2, null)
    case 4:
      return toApproveInstruction(instruction, data.u64(), null)
    case 5:
      return { _tag: "Revoke", account: account(0) }
    case 6: {
      const what = authorityLabels[data.byte()] ?? "do more with it"
      return {
        _tag: "Authorize",
        account: account(0),
        what,
        authority: account(1),
        to: data.byte() === 0 ? null : data.address(),
      }
    }
    case 8:
    case 15:
      return { _tag: "Burn", account: account(0), token: account(1), amount: data.u64() }
    case 9:
      return { _tag: "Close", account: account(0), to: account(1) }
    case 12:
      return paid(2, 3, 1)
    case 13:
      return toApproveInstruction(instruction, data.u64(), 1)
    case 26: {
      if (data.byte() !== 1) return null
      const payment = paid(2, 3, 1)
      data.byte()
      return { ...payment, fee: data.u64() }
    }
    default:
      return null
  }
}

const toApproveInstruction = (
  instruction: Instruction,
  amount: bigint,
  of: number | null,
): DecodedInstruction => {
  const account = makeAccountGetter(instruction)
  const next = of === null ? 1 : 2
  return {
    _tag: "Approve",
    account: account(0),
    token: of === null ? null : account(of),
    spender: account(next),
    owner: account(next + 1),
    amount,
  }
}

/** Source: spl-associated-token-account. */
const decodeAssociatedToken: InstructionDecoder = (instruction) => {
  const account = makeAccountGetter(instruction)
  return (instruction.data[0] ?? 0) > 1
    ? null
    : { _tag: "MakeAssociated", account: account(1), owner: account(2), token: account(3) }
}

const decodeMemo: InstructionDecoder = ({ data }) => ({
  _tag: "Memo",
  text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data),
})

/** Decodes changes of the stake and withdraw authorities. Source: Solana, `StakeInstruction`. */
const decodeStake: InstructionDecoder = (instruction) => {
  const [data, account] = [makeByteReader(instruction.data), makeAccountGetter(instruction)]
  const authorize = (authority: number, to: string): DecodedInstruction => ({
    _tag: "Authorize",
    account: account(0),
    what: "move the stake",
    authority: account(authority),
    to,
  })
  switch (data.u32()) {
    case 1:
      return authorize(2, data.address())
    case 8:
      return authorize(1, data.address())
    case 10:
    case 11:
      return authorize(2, account(3))
    default:
      return null
  }
}

/** Decodes changes of upgrade authorities. Source: Solana, `UpgradeableLoaderInstruction`. */
const decodeUpgradeableLoader: InstructionDecoder = (instruction) => {
  const [data, account] = [makeByteReader(instruction.data), makeAccountGetter(instruction)]
  const kind = data.u32()
  return kind !== 4 && kind !== 7
    ? null
    : {
        _tag: "Authorize",
        account: account(0),
        what: "change the program",
        authority: account(1),
        to: instruction.accounts[2]?.address ?? null,
      }
}
