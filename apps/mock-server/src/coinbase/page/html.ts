import { html } from "hono/html"
import type { PageScript } from "./generated/scripts.ts"

const script: PageScript = "main.js"

/** Renders the pop-up of a world's Coinbase Wallet. */
export const renderCoinbasePage = (): ReturnType<typeof html> => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Coinbase Wallet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script type="module" src="${script}"></script>
</head>
<body>
<main>
<h1>Coinbase Wallet</h1>
<p class="note">Test account with a public key. No real funds.</p>
<h2 id="title">Waiting for the app</h2>
<p id="site"></p>
<dl id="lines"></dl>
<div class="answers">
<button type="button" id="reject" hidden>Reject</button>
<button type="button" id="approve" hidden>Approve</button>
</div>
<p id="status" role="status"></p>
</main>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>`
