import { html } from "hono/html"
import { type Markup, renderLayout } from "./layout.ts"

/** Renders the frame. It shows nothing without a prompt. */
export const renderSdkPage = (): Markup =>
  renderLayout({
    title: "Your wallet",
    script: "sdk.js",
    kind: "frame",
    body: html`<main id="approval" class="approval" aria-labelledby="title" hidden>
<div class="asker">
<span class="badge" id="badge" aria-hidden="true"></span>
<div><p class="origin"><span class="hidden">Requested by </span><bdi id="origin"></bdi></p><p class="name" id="name"></p></div>
</div>
<h1 id="title" tabindex="-1"></h1>
<dl id="lines" class="lines" tabindex="0" aria-label="Request details"></dl>
<p class="more" id="more" role="status"></p>
<p class="covered" id="covered" role="status" hidden>This window is covered. Approve is enabled once it is fully visible.</p>
<div class="answers">
<button type="button" class="secondary" id="decline">Decline</button>
<button type="button" class="primary" id="approve" disabled>Approve</button>
</div>
</main>
<main id="working" class="working" hidden><span class="spinner" aria-hidden="true"></span><p role="status">Signing…</p></main>`,
  })
