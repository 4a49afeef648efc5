// Adds the import map, which leads from the names by which scripts import each other to the files. Written out, it would be three times as
// large: `library:aaaaabbbbb` stands for `library-aaaaa.js` and `library2-bbbbb.js`.
;(() => {
  const imports = {}
  for (const family of '__SCRIPTS__'.split(' ')) {
    const [name, hashes] = family.split(':')
    for (const [index, hash] of hashes.match(/.{5}/g).entries()) {
      const script = `/assets/${name}${index ? index + 1 : ''}`
      imports[`${script}.js`] = `${script}-${hash}.js`
    }
  }
  const map = document.createElement('script')
  map.type = 'importmap'
  map.text = JSON.stringify({ imports })
  document.head.append(map)
})()
