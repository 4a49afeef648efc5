import { maxUnits } from '@wtpu/contract/characters'
import { paperLimits } from '@wtpu/contract/circles/on-demand/papers'
import { revealNames } from '@wtpu/contract/circles/on-demand/reveal-names'
import { reveals } from '@wtpu/contract/circles/reveals'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { useCreatePaper } from './api.ts'
import { kitProblem, questionsProblem, readKit, readQuestions, readQuorum } from './rules.ts'

const none = {
  title: '',
  introduction: '',
  questions: '',
  kit: '',
  day: '',
  time: '20:00',
  reveal: 'at_close',
  quorum: '',
  turnout: false,
  changeable: false,
  twoPeople: false,
}

/** `onCreated` gets the id of the draft. */
export function NewPaper({ circle, onCreated }: { circle: number; onCreated: (id: number) => void }) {
  const form = useForm(useCreatePaper(), {
    empty: none,
    draft: `paper-${circle}`,
    check: ({ title, questions, kit, day, time, quorum }) => ({
      title: title.trim() === '' && fillIn,
      questions: readQuestions(questions).length === 0 ? fillIn : questionsProblem(readQuestions(questions)),
      kit: kitProblem(readKit(kit)),
      day: (day === '' || time === '' || Number.isNaN(Date.parse(`${day}T${time}`))) && fillIn,
      quorum: readQuorum(quorum) === undefined && 'Please enter a number such as 300, or a share such as 10%.',
    }),
    input: ({ title, introduction, questions, kit, day, time, reveal, quorum, turnout, changeable, twoPeople }) => ({
      circle,
      title,
      introduction,
      questions: readQuestions(questions),
      kit: readKit(kit),
      closes_at: new Date(`${day}T${time}`).toISOString(),
      reveal: reveals.find((value) => value === reveal),
      show_turnout: turnout,
      quorum: readQuorum(quorum) ?? null,
      changeable,
      two_people: twoPeople,
    }),
    onSuccess: ({ id }) => onCreated(id),
  })
  return (
    <section aria-labelledby="new-paper" className="mt-10">
      <h2 id="new-paper" className="mb-4 text-2xl">
        New ballot paper
      </h2>
      <form {...form.props} className={cardClass('grid gap-4 p-4 sm:p-6')}>
        <TextField label="Title" {...form.text('title')} maxLength={maxUnits(paperLimits.title)} />
        <TextArea label="Introduction" rows={4} {...form.text('introduction')} />
        <TextArea
          label="Questions"
          hint="Write a question, and each of its options in a line of its own below. Leave an empty line between two questions."
          rows={8}
          {...form.text('questions')}
        />
        <TextArea
          label="Links to read before"
          hint="One in a line: the text and then the address, such as “The budget https://club.example/budget”."
          rows={3}
          {...form.text('kit')}
        />
        <div className="flex flex-wrap items-start gap-3">
          <TextField type="date" label="Closes on" {...form.text('day')} />
          <TextField type="time" label="At" hint="By the clock of this device." {...form.text('time')} />
          <TextField
            label="Quorum"
            hint="A number such as 300, or a share such as 10%. It decides nothing."
            {...form.text('quorum')}
          />
        </div>
        <SelectField label="Results are shown" {...form.text('reveal')}>
          {reveals.map((value) => (
            <option key={value} value={value}>
              {revealNames[value]}
            </option>
          ))}
        </SelectField>
        <Checkbox label="Show how many have answered while the results are hidden" {...form.box('turnout')} />
        <Checkbox label="People can change their answers until the ballot closes" {...form.box('changeable')} />
        <Checkbox label="Two people enter each sheet that comes back on paper" {...form.box('twoPeople')} />
        {form.alert}
        <Button type="submit" className="justify-self-start" loading={form.isPending}>
          Save as a draft
        </Button>
      </form>
    </section>
  )
}
