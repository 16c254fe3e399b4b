/**
 * A page of a shop as an integrator would write it: with a public key it loads what the service says of its visitor, and
 * answers the three interfaces that tags on a page ask from that alone. A text, because this project compiles without
 * the types of a browser.
 */
export function signalsPage(service: string, key: string, ref: string): string {
  return `<!doctype html>
<html lang="en">
<head><title>Shop</title>
<script>
  // What Google's snippet does: calls are kept until the tag has loaded.
  window.dataLayer = []
  function gtag() { dataLayer.push(arguments) }

  const read = async (path) => {
    const response = await fetch(${JSON.stringify(service)} + path, {
      headers: { Authorization: 'Bearer ' + ${JSON.stringify(key)} },
    })
    if (!response.ok) throw new Error(path + ': ' + response.status)
    return await response.json()
  }
  const ref = 'ref=' + encodeURIComponent(${JSON.stringify(ref)})

  window.loaded = (async () => {
    const [tc, mode, gpp, list] = await Promise.all([
      read('/v1/consent/tcstring?include=tcdata&' + ref),
      read('/v1/consent/google-consent-mode?' + ref),
      read('/v1/consent/gpp?' + ref),
      read('/v1/tcf/vendor-list?vendors=755'),
    ])
    window.__tcfapi = (command, version, callback) => {
      const isKnown = command === 'getTCData' && version === 2 && tc.tcdata
      callback(isKnown ? { ...tc.tcdata, cmpStatus: 'loaded', eventStatus: 'tcloaded' } : null, Boolean(isKnown))
    }
    window.__gpp = (command, callback) => {
      if (command !== 'ping') return callback(null, false)
      callback({
        gppVersion: '1.1',
        cmpStatus: 'loaded',
        cmpDisplayStatus: 'hidden',
        signalStatus: 'ready',
        sectionList: gpp.section_ids,
        applicableSections: gpp.applicable_sections,
        gppString: gpp.gpp_string,
        parsedSections: gpp.sections,
      }, true)
    }
    for (const command of mode.commands) gtag(...command)
    window.vendors = list.vendors
  })()
</script>
</head>
<body></body>
</html>`
}
