import type { View, ViewName } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { connecting, funding, lists, names, network, phone, signIn, siwx, wallet } from "./chunks.ts"
import { getRoute } from "./routes.tsx"
import type { LazyChunk } from "./shell/lazyChunk.tsx"

/** The chunk that each view waits for; `null` if its title needs none. */
const chunks: Readonly<Record<ViewName, LazyChunk | null>> = {
  Connect: null,
  AllWallets: lists,
  GetWallet: lists,
  Downloads: lists,
  ConnectingWalletConnect: phone,
  ConnectingWalletConnectBasic: phone,
  ConnectingMultiChain: connecting,
  ConnectingExternal: null,
  Account: null,
  Networks: null,
  SwitchNetwork: null,
  SwitchActiveChain: network,
  UnsupportedChain: null,
  Profile: wallet,
  AccountSettings: wallet,
  Transactions: wallet,
  Transaction: wallet,
  WalletSend: wallet,
  WalletSendSelectToken: wallet,
  WalletSendPreview: wallet,
  OnRampProviders: funding,
  OnRampTokenSelect: funding,
  OnRampFiatSelect: funding,
  BuyInProgress: funding,
  WhatIsABuy: funding,
  WalletReceive: funding,
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
  ChooseAccountName: names,
  RegisterAccountName: names,
  RegisterAccountNameSuccess: names,
  UpdateEmailWallet: signIn,
  UpdateEmailPrimaryOtp: signIn,
  UpdateEmailSecondaryOtp: signIn,
  UpgradeEmailWallet: signIn,
  ReviewRequest: wallet,
}

describe("getRoute", () => {
  it.each(Object.entries(chunks))("loads the chunk of %s", (name, chunk) => {
    // The other members of a view do not decide its chunk.
    expect(getRoute({ _tag: name } as View).lazy ?? null).toBe(chunk)
  })
})
