import type { View, ViewName } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { connecting, lateRoutes, lists, network, phone, signIn } from "./chunks.ts"
import { getTexts, renderScene } from "./gallery/renderScene.tsx"
import { funding, getLateRoute, names, ownNetworks, sessions, siwx, wallet } from "./getLateRoute.tsx"
import { getRoute } from "./routes.tsx"
import type { LazyChunk } from "./shell/lazyChunk.tsx"

/** The chunk that each view waits for; `null` if its title needs none. */
const chunks: Readonly<Record<ViewName, LazyChunk | null>> = {
  Connect: null,
  ConnectWallets: null,
  AllWallets: lists,
  GetWallet: lists,
  WhatIsAWallet: lists,
  Downloads: lists,
  ConnectingWalletConnect: phone,
  ConnectingWalletConnectBasic: phone,
  ConnectingMultiChain: connecting,
  ConnectingExternal: null,
  Account: null,
  Networks: null,
  SwitchNetwork: null,
  SwitchActiveChain: network,
  AddNetwork: ownNetworks,
  OwnNetwork: ownNetworks,
  WhatIsANetwork: network,
  UnsupportedChain: null,
  Profile: wallet,
  AccountSettings: wallet,
  Transactions: wallet,
  Transaction: wallet,
  WalletReceive: funding,
  OnRampProviders: funding,
  OnRampTokenSelect: funding,
  OnRampFiatSelect: funding,
  BuyInProgress: funding,
  WhatIsABuy: funding,
  ChooseAccountName: names,
  RegisterAccountName: names,
  RegisterAccountNameSuccess: names,
  SmartSessionList: sessions,
  SmartSession: sessions,
  WalletSend: wallet,
  WalletSendSelectToken: wallet,
  WalletSendPreview: wallet,
  Swap: wallet,
  SwapSelectToken: wallet,
  SwapPreview: wallet,
  EmailVerifyDevice: signIn,
  EmailVerifyOtp: signIn,
  ConnectSocials: signIn,
  ConnectingSocial: signIn,
  ConnectingFarcaster: signIn,
  ApproveTransaction: signIn,
  SIWXSignMessage: siwx,
  ConnectingSiwe: siwx,
  UpdateEmailWallet: signIn,
  UpdateEmailPrimaryOtp: signIn,
  UpdateEmailSecondaryOtp: signIn,
  UpgradeEmailWallet: signIn,
  ReviewRequest: wallet,
}

const firstViews: readonly string[] = ["Connect", "ConnectingExternal", "Networks"]

/** Returns the chunk of a view's route; the view's other members do not decide it. */
const getChunk = (name: string) => {
  const view = { _tag: name } as Parameters<typeof getLateRoute>[0]
  return (firstViews.includes(name) ? getRoute(view, null) : getLateRoute(view)).lazy ?? null
}

describe("getRoute", () => {
  it.each(Object.entries(chunks))("loads the chunk of %s", (name, chunk) => {
    expect(getChunk(name)).toBe(chunk)
  })

  it("waits for the routes of all views but the first visitor's", () => {
    const waiting = Object.keys(chunks).filter(
      (name) => getRoute({ _tag: name } as View, null).lazy === lateRoutes,
    )
    expect(waiting).toEqual(Object.keys(chunks).filter((name) => !firstViews.includes(name)))
  })

  it("shows at most twelve characters of a wallet in the title of its downloads", () => {
    const { title } = getLateRoute({
      _tag: "Downloads",
      wallet: { name: "A wallet of many words" },
    } as Parameters<typeof getLateRoute>[0])
    expect(getTexts(renderScene("connect", title))).toEqual(["Get A wallet of ..."])
  })
})
