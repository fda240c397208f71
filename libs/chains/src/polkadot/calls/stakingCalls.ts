import type { ExplainedField } from "../../contract/Explanation.ts"
import {
  type CallContext,
  type DescribeCall,
  type DescribedCall,
  makeAddressField,
  makeAmountField,
  readAccount,
  readAccountId,
  toTextField,
} from "./DescribedCall.ts"

const told = (intent: string, fields: DescribedCall["fields"]): DescribedCall => ({
  intent,
  interpolatedIntent: null,
  fields,
  value: 0n,
  dangers: [],
})

/**
 * Reads who gets the rewards; `null` for an old stake's controller, which may be any account. Source: `RewardDestination`
 * of the staking pallet.
 */
const readPayee = (read: Parameters<DescribeCall>[0], context: CallContext): ExplainedField | null => {
  const kind = read.byte()
  if (kind === 0) return toTextField("Rewards", "are staked, too")
  if (kind === 1) return toTextField("Rewards", "go to the account that stakes")
  if (kind === 4) return toTextField("Rewards", "are not paid")
  const payee = kind === 3 ? readAccountId(read, context) : null
  return payee === null ? null : makeAddressField("Rewards go to", payee, context)
}

export const bond: DescribeCall = (read, context) => {
  const [units, payee] = [read.compact(), readPayee(read, context)]
  return units === null || payee === null
    ? null
    : told("Stake", [makeAmountField("Amount", units, context.network), payee])
}

export const setPayee: DescribeCall = (read, context) => {
  const payee = readPayee(read, context)
  return payee && told("Change where rewards go", [payee])
}

const withAmount =
  (intent: string): DescribeCall =>
  (read, { network }) => {
    const units = read.compact()
    return units === null ? null : told(intent, [makeAmountField("Amount", units, network)])
  }

export const bondMore = withAmount("Stake more")
export const unbond = withAmount("Stop staking")
export const rebond = withAmount("Stake again")

/** Validators that one account may nominate at most, and more. */
const maxNominated = 64n

export const nominate: DescribeCall = (read, context) => {
  const count = read.compact()
  if (count === null || count > maxNominated) return null
  const validators = Array.from({ length: Number(count) }, () => readAccount(read, context))
  const named = validators.flatMap((address) =>
    address === null ? [] : [makeAddressField("Validator", address, context)],
  )
  return named.length < validators.length ? null : told("Choose validators", named)
}

export const chill: DescribeCall = () => told("Stop choosing validators", [])
