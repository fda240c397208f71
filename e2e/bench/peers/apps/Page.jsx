/** The same page for every peer that uses React. Two controls around the opener show where a focus goes. */
export function Page({ children }) {
  return (
    <main>
      <h1>Peer bench</h1>
      <p>
        <a id="page-before" href="#before">
          Page link before
        </a>
      </p>
      <div id="opener">{children}</div>
      <p>
        <button id="page-after" type="button">
          Page button after
        </button>
      </p>
    </main>
  )
}
