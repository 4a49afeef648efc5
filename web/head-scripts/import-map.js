// Adds the import map, which leads from the names by which scripts import each other to the files. Written out, it would be twice as large.
;(() => {
  const imports = {}
  for (const name of '__SCRIPTS__'.split(' '))
    imports[`/assets/${name.replace(/-.{5}$/, '')}.js`] = `/assets/${name}.js`
  const map = document.createElement('script')
  map.type = 'importmap'
  map.text = JSON.stringify({ imports })
  document.head.append(map)
})()
