import { HowComputed } from '#community/congress/how-computed.tsx'
import { MyPoliticians } from './my-politicians.tsx'

/** The viewer's representatives on the home page. */
export function HomeSection() {
  return (
    <section aria-labelledby="your-representatives" className="frame pt-10 md:py-16">
      <h2 id="your-representatives" className="mb-5 text-2xl md:mb-8 md:text-4xl">
        Your representatives
      </h2>
      <MyPoliticians />
      <div className="mt-4 md:mt-8">
        <HowComputed />
      </div>
    </section>
  )
}
