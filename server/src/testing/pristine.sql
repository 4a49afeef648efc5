-- Lets tests reuse a database (server/src/testing/test-database.ts). Runs once, in the migrated database that is copied.
create schema pristine;

-- What the migrations inserted.
do $$
declare
  tab record;
  filled boolean;
begin
  for tab in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('select exists (select from public.%I)', tab.relname) into filled;
    if filled then
      execute format('create table pristine.%I as table public.%I', tab.relname, tab.relname);
    end if;
  end loop;
end $$;

create table pristine.sequences as
  select sequencename, last_value as pristine_value from pg_sequences where schemaname = 'public';

-- Changes when a table, column, index, constraint, function or trigger does.
create function pristine.structure() returns text language sql as $$
  select md5(string_agg(line, ' ' order by line)) from (
    select format('%s %s %s %s', attrelid, attname, atttypid, attnotnull) from pg_attribute
      where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select format('%s %s', oid, relname) from pg_class where relnamespace = 'public'::regnamespace
    union all select format('%s %s', oid, convalidated) from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('%s %s', oid, tgenabled) from pg_trigger
    union all select format('%s %s', oid, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('%s %s', setrole, setconfig) from pg_db_role_setting
  ) as lines (line)
$$;

-- Restores what the migrations left, if the structure is still the same and the database is small: deleted rows keep their space
-- and their statistics, so that after a large test a query of the next one took minutes. Deletes rows instead of truncating tables, because that creates no files.
create function pristine.restore() returns boolean language plpgsql as $$
declare
  used record;
  append_only text;
  tables_append_only text[] := array['moderation_actions', 'tally_log', 'sealed_ballots'];
begin
  if pg_database_size(current_database()) > 50 * 1024 * 1024
    or pristine.structure() <> (select structure from pristine.original) then
    return false;
  end if;
  set local lock_timeout = '1s';
  set local session_replication_role = replica; -- neither triggers nor foreign keys
  foreach append_only in array tables_append_only loop
    execute format('alter table public.%I disable trigger %I', append_only, append_only || '_append_only');
  end loop;
  for used in
    select relname, to_regclass(format('pristine.%I', relname)) is not null as was_filled from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
  loop
    execute format('delete from public.%I', used.relname);
    if used.was_filled then
      execute format('insert into public.%I select * from pristine.%I', used.relname, used.relname);
    end if;
  end loop;
  foreach append_only in array tables_append_only loop
    execute format('alter table public.%I enable always trigger %I', append_only, append_only || '_append_only');
  end loop;
  perform setval(format('public.%I', sequencename)::regclass, coalesce(pristine_value, 1), pristine_value is not null)
    from pg_sequences join pristine.sequences using (sequencename)
    where schemaname = 'public' and last_value is distinct from pristine_value;
  return true;
end $$;

create table pristine.original as select pristine.structure();
