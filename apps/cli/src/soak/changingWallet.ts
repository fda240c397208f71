import type { StandardWallet } from "@wmodal/chains/standard"
import type { SendPlan } from "./playSends.ts"

/** The names of the sign method and of the sign-and-send method of one chain. */
interface MethodNames {
  readonly sign: string
  readonly send: string
}

/** What the wallet offers now, and whether it breaks its connection. */
export type WalletPlan = Pick<SendPlan, "isMute" | "signsOnly">

/**
 * A wallet that offers the methods of the current plan: it only signs, or it also sends. One that sends may break its
 * connection to the dApp right after it has sent.
 */
export const makeChangingWallet = (
  wallet: StandardWallet,
  { send, sign }: MethodNames,
  now: () => WalletPlan | null,
): StandardWallet => {
  const name = send.slice(send.indexOf(":") + 1)
  const breaking = (feature: unknown): unknown => {
    if (typeof feature !== "object" || feature === null) return feature
    const asked: unknown = Reflect.get(feature, name)
    if (typeof asked !== "function") return feature
    return {
      ...feature,
      [name]: async (...inputs: readonly unknown[]) => {
        const answer: unknown = await Reflect.apply(asked, feature, inputs)
        if (now()?.isMute === true) throw new Error("The port is closed.")
        return answer
      },
    }
  }
  return {
    version: wallet.version,
    name: wallet.name,
    icon: wallet.icon,
    chains: wallet.chains,
    get accounts() {
      return wallet.accounts
    },
    get features() {
      const { [sign]: signing, [send]: sending, ...others } = wallet.features
      return now()?.signsOnly === false
        ? { ...others, [send]: breaking(sending) }
        : { ...others, [sign]: signing }
    },
  }
}
