import * as z from "zod/mini"
import type { RequestName } from "../events.ts"

/** Valid and invalid examples of one message. */
export interface MessageRow {
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}

/** Returns a text that is one character too long. */
export const makeLongText = (most: number) => "x".repeat(most + 1)
/** The examples of a message without a payload. */
export const emptyRow: MessageRow = { good: [undefined], bad: [] }
const chain: MessageRow = {
  good: [{ chainId: 1 }, { chainId: "eip155:1" }, { chainId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" }],
  bad: [undefined, null, {}, { chainId: null }, { chainId: {} }, { chainId: makeLongText(100) }],
}
const email: MessageRow = {
  good: [{ email: "a@b.co" }, { email: "first.last+tag@sub.example.org" }],
  bad: [
    undefined,
    {},
    ...[
      "",
      "a",
      "a@b",
      "@b.co",
      ".a@b.co",
      "a..b@c.co",
      "a b@c.co",
      "a@b.co\n",
      "a@-b.co",
      `${makeLongText(320)}@b.co`,
    ].map((text) => ({ email: text })),
  ],
}
const otp: MessageRow = {
  good: [{ otp: "123456" }],
  bad: [undefined, {}, { otp: 123456 }, { otp: makeLongText(64) }],
}
const accounts = [
  { address: "0x1", type: "eoa" },
  { address: "0x2", type: "smartAccount" },
]

/** The examples of each request. */
export const requestRows: Readonly<Record<RequestName, MessageRow>> = {
  SWITCH_NETWORK: chain,
  CONNECT_EMAIL: email,
  CONNECT_DEVICE: emptyRow,
  CONNECT_OTP: otp,
  CONNECT_SOCIAL: {
    good: [{ uri: "https://a.example/?token=1" }],
    bad: [undefined, {}, { uri: 1 }, { uri: makeLongText(16_384) }],
  },
  GET_FARCASTER_URI: emptyRow,
  CONNECT_FARCASTER: emptyRow,
  GET_USER: {
    good: [undefined, {}, { chainId: 1 }, { chainId: "eip155:1", preferredAccountType: "smartAccount" }],
    bad: [
      null,
      "eip155:1",
      { chainId: null },
      { preferredAccountType: 1 },
      { preferredAccountType: makeLongText(64) },
    ],
  },
  GET_SOCIAL_REDIRECT_URI: {
    good: ["google", "github", "apple", "facebook", "x", "discord"].map((provider) => ({ provider })),
    bad: [undefined, {}, { provider: "farcaster" }, { provider: "Google" }],
  },
  SIGN_OUT: emptyRow,
  IS_CONNECTED: {
    good: [undefined, { token: "t" }],
    bad: [null, {}, { token: 1 }, { token: makeLongText(16_384) }],
  },
  GET_CHAIN_ID: emptyRow,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: emptyRow,
  INIT_SMART_ACCOUNT: emptyRow,
  SET_PREFERRED_ACCOUNT: {
    good: [{ type: "eoa" }, { type: "smartAccount" }],
    bad: [undefined, {}, { type: makeLongText(64) }],
  },
  RPC_REQUEST: {
    good: [{ method: "eth_accounts" }, { method: "personal_sign", params: ["0x68", "0x1"] }],
    bad: [undefined, {}, { method: 1 }, { method: "personal_sign" }, { method: makeLongText(100) }],
  },
  UPDATE_EMAIL: email,
  UPDATE_EMAIL_PRIMARY_OTP: otp,
  UPDATE_EMAIL_SECONDARY_OTP: otp,
  SYNC_THEME: {
    good: [
      {},
      { themeMode: "light" },
      { themeMode: "dark", themeVariables: { "--wm-accent": "#fff", "--wm-radius": 4 } },
      { w3mThemeVariables: { "--w3m-accent": "hsla(230, 100%, 67%, 1)", "--w3m-background": "#121313" } },
    ],
    bad: [
      undefined,
      { themeMode: "auto" },
      { themeVariables: { a: true } },
      { themeVariables: { a: makeLongText(1000) } },
      { w3mThemeVariables: { a: 1 } },
    ],
  },
  SYNC_DAPP_DATA: {
    good: [
      { projectId: "p" },
      {
        metadata: {
          name: "n",
          description: "",
          url: "https://a.example",
          icons: ["https://a.example/i.png"],
        },
        sdkVersion: "react-evm-1.7.2",
        sdkType: "appkit",
        projectId: "p",
      },
      { sdkType: "w3m", projectId: "p" },
    ],
    bad: [
      undefined,
      {},
      { projectId: 1 },
      { projectId: "p", sdkType: "wmodal" },
      { projectId: "p", metadata: { name: "n" } },
      { projectId: "p", metadata: { name: makeLongText(1000), description: "", url: "", icons: [] } },
    ],
  },
  RELOAD: emptyRow,
}

/** The examples of each reply. */
export const replyRows: Readonly<Record<RequestName, MessageRow>> = {
  SWITCH_NETWORK: chain,
  CONNECT_EMAIL: {
    good: ["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"].map((action) => ({ action })),
    bad: [undefined, {}, { action: "VERIFY" }],
  },
  CONNECT_DEVICE: emptyRow,
  CONNECT_OTP: emptyRow,
  CONNECT_SOCIAL: {
    good: [
      { address: "0x1", chainId: 1 },
      { email: null, address: "0x1", chainId: "eip155:1", accounts, userName: null },
      { email: "a@b.co", address: "0x1", chainId: 1, accounts: [], userName: "who" },
    ],
    bad: [
      undefined,
      {},
      { address: "0x1" },
      { address: "0x1", chainId: 1, accounts: [{ address: "0x1", type: "safe" }] },
      { address: "0x1", chainId: 1, accounts: Array.from({ length: 65 }, () => accounts[0]) },
      { address: makeLongText(128), chainId: 1 },
      { address: "0x1", chainId: 1, userName: makeLongText(1000) },
    ],
  },
  GET_FARCASTER_URI: { good: [{ url: "https://farcaster.example/1" }], bad: [undefined, {}, { url: 1 }] },
  CONNECT_FARCASTER: { good: [{ userName: "who" }], bad: [undefined, {}, { userName: null }] },
  GET_USER: {
    good: [
      { address: "0x1", chainId: 1 },
      { email: null, address: "0x1", chainId: 1 },
      {
        email: "a@b.co",
        address: "0x1",
        chainId: "eip155:1",
        smartAccountDeployed: false,
        accounts,
        preferredAccountType: "eoa",
      },
    ],
    bad: [
      undefined,
      {},
      { address: "0x1" },
      { chainId: 1 },
      { email: "nobody", address: "0x1", chainId: 1 },
      { address: "0x1", chainId: 1, smartAccountDeployed: "yes" },
      { address: "0x1", chainId: 1, accounts: {} },
    ],
  },
  GET_SOCIAL_REDIRECT_URI: {
    good: [{ uri: "https://a.example" }],
    bad: [undefined, {}, { url: "https://a.example" }],
  },
  SIGN_OUT: emptyRow,
  IS_CONNECTED: {
    good: [{ isConnected: true }, { isConnected: false }],
    bad: [undefined, {}, { isConnected: 1 }],
  },
  GET_CHAIN_ID: chain,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    good: [{ smartAccountEnabledNetworks: [] }, { smartAccountEnabledNetworks: [1, 8453] }],
    bad: [
      undefined,
      {},
      { smartAccountEnabledNetworks: ["1"] },
      { smartAccountEnabledNetworks: Array(1001).fill(1) },
    ],
  },
  INIT_SMART_ACCOUNT: emptyRow,
  SET_PREFERRED_ACCOUNT: {
    good: [{ type: "eoa", address: "0x1" }],
    bad: [undefined, {}, { type: "eoa" }, { address: "0x1" }],
  },
  RPC_REQUEST: { good: [undefined, null, "0x1", 1, [{ signature: "x" }]], bad: [] },
  UPDATE_EMAIL: {
    good: ["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"].map((action) => ({ action })),
    bad: [undefined, {}, { action: "VERIFY_OTP" }],
  },
  UPDATE_EMAIL_PRIMARY_OTP: emptyRow,
  UPDATE_EMAIL_SECONDARY_OTP: { good: [{ newEmail: "a@b.co" }], bad: [undefined, {}, { newEmail: "a" }] },
  SYNC_THEME: emptyRow,
  SYNC_DAPP_DATA: emptyRow,
  RELOAD: emptyRow,
}

/** Returns the examples that a schema handles wrongly; an empty list means success. */
export const findFaults = (schema: z.ZodMiniType, { bad, good }: MessageRow): readonly unknown[] => [
  ...good.filter((one) => !isSame(z.safeParse(schema, one).data, one)),
  // Unknown fields are dropped, as AppKit's receivers do.
  ...good.filter((one) => isFields(one) && !isSame(z.safeParse(schema, { ...one, more: 1 }).data, one)),
  ...bad.filter((one) => z.safeParse(schema, one).success),
]

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
