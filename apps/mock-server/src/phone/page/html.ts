import { html } from "hono/html"
import type { PageScript } from "./generated/scripts.ts"

type PhonePageMarkup = ReturnType<typeof html>

const script: PageScript = "main.js"

/** Renders the phone page of a world. Its script renders the content. */
export const renderPhonePage = (): PhonePageMarkup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Phone</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="phone/style.css">
<script type="module" src="phone/${script}"></script>
</head>
<body>
<main class="phone">
<div class="bar" aria-hidden="true">
<span id="clock"></span><span class="island"></span>
<svg viewBox="0 0 44 12" width="44" height="12"><path d="M0 9h2v3H0zM4 6h2v6H4zM8 3h2v9H8zM12 0h2v12h-2z" fill="currentColor"/><rect x="22.5" y=".5" width="18" height="11" rx="3" fill="none" stroke="currentColor"/><rect x="24" y="2" width="13" height="8" rx="1.6" fill="currentColor"/><path d="M42 4v4c1 0 1.6-.8 1.6-2S43 4 42 4z" fill="currentColor"/></svg>
</div>
<div class="home" id="home" data-loading>
<header>
<h1>Wallet</h1>
<label class="chip"><span class="hidden">Network</span><select id="network"></select></label>
</header>
<section class="card" aria-label="Account">
<p class="card-title" id="network-name"></p>
<p class="address" id="address"></p>
<p class="note">Test accounts with public keys. No real funds.</p>
</section>
<form id="scan" class="scan">
<label for="uri">Connect an app</label>
<div class="field">
<input id="uri" name="uri" type="text" placeholder="Paste its link: wc:…" autocomplete="off" autocapitalize="off" spellcheck="false" required>
<button class="primary" type="submit">Connect</button>
</div>
<div class="pictures" id="pictures" hidden>
<button type="button" class="quiet" id="camera">Scan with the camera</button>
<label class="quiet">Scan an image<input id="picture" type="file" accept="image/*"></label>
</div>
<video id="video" hidden muted playsinline></video>
<p id="status" class="status" role="status"></p>
<p id="problem" class="problem" role="alert"></p>
</form>
<section>
<h2>Connected apps</h2>
<ul id="sessions" class="sessions"></ul>
<p id="empty" class="empty">No app is connected.</p>
</section>
<footer><label>When an app sends a request<select id="policy">
<option value="ask">ask me</option>
<option value="approve">approve</option>
<option value="decline">decline</option>
<option value="never">do not respond</option>
<option value="late" disabled>approve late</option>
</select></label></footer>
</div>
<div class="shade" id="shade" hidden>
<section class="sheet" role="dialog" aria-modal="true" aria-labelledby="title" aria-describedby="site">
<div class="who"><span class="badge" id="badge" aria-hidden="true"></span><div><p class="name" id="name"></p><p class="site" id="site"></p></div></div>
<h2 id="title" tabindex="-1"></h2>
<dl id="lines" tabindex="0" aria-label="Request details"></dl>
<p class="more" id="more"></p>
<div class="answers">
<button type="button" class="secondary" id="decline">Decline</button>
<button type="button" class="primary" id="approve">Approve</button>
</div>
</section>
</div>
<div class="pill" aria-hidden="true"></div>
</main>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>`
