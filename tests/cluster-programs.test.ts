import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test('npm run test:cluster says in one sentence which programs are missing', async () => {
  const file = path.join(import.meta.dirname, 'cluster/check-programs.ts')
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, [file], { env: { PATH: '/nonexistent' } }, (error, _stdout, text) =>
      resolve({ code: error?.code, stderr: text }),
    ),
  )

  expect(code).toBe(1)
  expect(stderr.trim()).toMatch(/^Install these first: apt-get install etcd-server .*patroni.*$/)
})
