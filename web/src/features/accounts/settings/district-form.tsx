import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import { districtCount, districtFinderUrl } from '@wtpu/contract/districts'
import { type Party, partyNames } from '@wtpu/contract/politicians'
import { stateName, states, territories } from '@wtpu/contract/states'
import type { Account } from '@wtpu/contract/accounts/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { settingNotSaved } from '#features/accounts/messages.ts'
import { districtsQuery, useUpdateDistrict } from './district-api.ts'
import { Saved } from './saved.tsx'

/** Officials of the site's own place represent everyone, whatever their district. */
export const asksForDistrict = () => isOn('officials') && !site.local

/** The viewer's state, and the congressional district where it decides who represents them. */
export function DistrictSettings() {
  const account = useQuery(accountQuery())
  if (account.isPending) return <Skeleton className="h-40 w-full" />
  if (!account.data) {
    return (
      <ErrorState
        inCard
        title={asksForDistrict() ? 'Your district could not be loaded' : 'Your state could not be loaded'}
        query={account}
      />
    )
  }
  return <DistrictForm account={account.data} />
}

function DistrictForm({ account }: { account: Account }) {
  const [stored] = useState({ state: account.state ?? '', district: String(account.district ?? '') })
  const update = useUpdateDistrict()
  const form = useForm(update, {
    empty: stored,
    keeps: true,
    check: ({ state }) => ({ state: state === '' && fillIn }),
    input: ({ state, district }) => ({
      state,
      district: districtCount(state) > 1 && district !== '' ? Number(district) : null,
    }),
    says: (message, failure) =>
      failure ? failure.detail || (failure.status === 0 ? message : settingNotSaved) : message,
  })
  const { state } = form.values
  const hasChoice = asksForDistrict() && districtCount(state) > 1
  function edit(change: Partial<typeof stored>) {
    form.edit(change)
    update.reset()
  }
  return (
    <form
      {...form.props}
      aria-label={asksForDistrict() ? 'Your district' : 'Your state'}
      className="flex flex-col gap-4"
    >
      <p className="max-w-prose text-soft">
        {asksForDistrict()
          ? 'With your state and district, we can show who represents you.'
          : 'With your state, we can count how your state answered.'}{' '}
        We never ask for your address.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="State"
          {...form.text('state')}
          onChange={({ target }) => edit({ state: target.value, district: '' })}
        >
          {state === '' && <option value="">Choose your state</option>}
          {[...states, ...territories].map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {hasChoice && (
          <DistrictField
            state={state}
            value={form.values.district}
            error={form.error('district')}
            onChange={(district) => edit({ district })}
          />
        )}
        {state !== '' && !hasChoice && asksForDistrict() && (
          <p className="text-soft">{stateName(state)} has one representative.</p>
        )}
      </div>
      {form.alert}
      <div className="flex flex-wrap items-center gap-x-4">
        <Button type="submit" loading={update.isPending}>
          {update.isPending ? 'Saving...' : asksForDistrict() ? 'Save District' : 'Save State'}
        </Button>
        <Saved when={update.isSuccess} />
      </div>
    </form>
  )
}

function nameWithParty({ name, party }: { name: string; party: Party | null }): string {
  return party === null ? name : `${name} (${partyNames[party]})`
}

function DistrictField({
  state,
  ...field
}: {
  state: string
  value: string
  error: ReactNode
  onChange: (value: string) => void
}) {
  const districts = useQuery(districtsQuery(state))
  return (
    <div>
      <LoadedSelectField
        label="Congressional district"
        name="district"
        required={false}
        {...field}
        placeholder="Not set"
        options={districts.data?.map(({ district, representative }) => ({
          value: String(district),
          text: `District ${district}: ${representative ? nameWithParty(representative) : 'nobody listed here'}`,
        }))}
        loadError={districts.isError ? 'The districts could not be loaded.' : undefined}
        onRetry={() => districts.refetch()}
      />
      <p className="mt-1.5 text-sm text-soft">
        <a href={districtFinderUrl} target="_blank" rel="noreferrer" className="text-link">
          Find your district
        </a>{' '}
        on the website of the House of Representatives.
      </p>
    </div>
  )
}
