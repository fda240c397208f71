import {
  type CallContext,
  type DescribeCall,
  makeAddressField,
  readAccount,
  readU32,
  toTextField,
} from "./DescribedCall.ts"

/** What a proxy may do, by its type. Source: `ProxyType` of the runtime. */
const permissions: Readonly<Record<number, string>> = {
  0: "everything",
  1: "everything but send",
  2: "vote",
  3: "stake",
  5: "judge identities",
  6: "cancel calls of other proxies",
  7: "bid at auctions",
  8: "use nomination pools",
  9: "register parachains",
}

/** Types that give a proxy control of the account: of everything, or of everything but what it sends at once. */
const controllingTypes: ReadonlySet<number | null> = new Set([0, 1])

const readProxy = (read: Parameters<DescribeCall>[0], context: CallContext) => {
  const [proxy, type, delay] = [readAccount(read, context), read.byte(), readU32(read)]
  const permission = type === null ? undefined : permissions[type]
  return proxy === null || permission === undefined || delay === null
    ? null
    : { proxy, type, permission, delay }
}

export const addProxy: DescribeCall = (read, context) => {
  const added = readProxy(read, context)
  if (added === null) return null
  const { delay, permission, proxy, type } = added
  return {
    intent: "Let another account act for yours",
    interpolatedIntent: null,
    fields: [
      makeAddressField("Account", proxy, context),
      toTextField("It may", permission),
      toTextField("After", delay === 0 ? "no delay" : `${delay} blocks`),
    ],
    value: 0n,
    dangers:
      context.isOwn(proxy) || !controllingTypes.has(type)
        ? []
        : [{ _tag: "Handover", account: context.from, to: proxy }],
  }
}

export const removeProxy: DescribeCall = (read, context) => {
  const removed = readProxy(read, context)
  return removed === null
    ? null
    : {
        intent: "Stop another account from acting for yours",
        interpolatedIntent: null,
        fields: [
          makeAddressField("Account", removed.proxy, context),
          toTextField("It could", removed.permission),
        ],
        value: 0n,
        dangers: [],
      }
}
