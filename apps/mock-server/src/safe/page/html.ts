import { html } from "hono/html"
import type { PageScript } from "./generated/scripts.ts"

const script: PageScript = "main.js"

/** Renders the Safe of a world around a dApp. @param app an `http:` or `https:` URL */
export const renderSafePage = (app: string): ReturnType<typeof html> => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Safe</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="safe/style.css">
<script type="module" src="safe/${script}"></script>
</head>
<body>
<header>
<h1>Safe</h1>
<p id="address"></p>
<p class="note">Test account with a public key. No real funds.</p>
</header>
<iframe id="app" title="App in Safe" data-app="${app}"></iframe>
<dialog id="prompt" aria-labelledby="title">
<h2 id="title"></h2>
<p id="site"></p>
<dl id="lines"></dl>
<div class="answers">
<button type="button" id="reject">Reject</button>
<button type="button" id="approve">Approve</button>
</div>
</dialog>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>`
