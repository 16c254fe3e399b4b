import type { Queryable } from './db.ts'

/**
 * What the migrations have made, as SQL: committed as `schema.sql`, so that a change of the schema is read as a change
 * of it, and compared by a test. Deterministic, and the same from every PostgreSQL version: what differs between two
 * servers (owners, dated partitions, the migrations' own tables) is left out. There is no pg_dump in the package.
 */
export async function dumpSchema(db: Queryable): Promise<string> {
  const parts = [tables, foreignKeys, indexes, grants, unusual]
  const sections: string[] = []
  for (const part of parts) {
    const { rows } = await db.query<{ statement: string }>(part)
    sections.push(...rows.map((row) => row.statement))
  }
  return `${sections.join('\n\n')}\n`
}

/** Relations of ours: a partition counts if it is the DEFAULT one. */
const ours = `
  WITH ours AS (
    SELECT c.*, quote_ident(c.relname) AS name, pg_get_expr(c.relpartbound, c.oid) AS bound,
      coalesce((SELECT inhparent FROM pg_inherits WHERE inhrelid = c.oid), c.oid)::regclass::text AS family
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname !~ '^schema_(migrations|checksums)'
      AND (NOT c.relispartition OR pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')
  )`

const tables = `${ours}
  SELECT CASE WHEN relispartition
    THEN format('CREATE TABLE %s PARTITION OF %s %s%s;', name, family, bound, options)
    ELSE format(E'CREATE%s TABLE %s (\\n%s\\n)%s%s;',
      CASE relpersistence WHEN 'u' THEN ' UNLOGGED' ELSE '' END, name,
      (SELECT string_agg('  ' || line, E',\\n' ORDER BY rank, line_name COLLATE "C") FROM (
        SELECT attnum AS rank, '' AS line_name,
          concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
            CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || attcollation::regcollation END,
            CASE WHEN attnotnull THEN 'NOT NULL' END,
            CASE WHEN attidentity <> '' THEN 'GENERATED AS IDENTITY' END,
            CASE WHEN attgenerated <> '' THEN 'GENERATED ALWAYS AS' WHEN atthasdef THEN 'DEFAULT' END,
            pg_get_expr(adbin, adrelid)) AS line
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT 10000, conname, format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE conrelid = ours.oid AND contype IN ('p', 'u', 'c', 'x')
      ) AS lines),
      CASE relkind WHEN 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(oid) END, options)
    END AS statement
  FROM ours, LATERAL (
    SELECT ' WITH (' || string_agg(option, ', ' ORDER BY option COLLATE "C") || ')' AS options
    FROM unnest(reloptions) AS option
  ) AS storage
  WHERE relkind IN ('r', 'p')
  ORDER BY family COLLATE "C", relispartition, relname COLLATE "C"`

const foreignKeys = `${ours}
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s;', name, conname, pg_get_constraintdef(k.oid)) AS statement
  FROM pg_constraint k JOIN ours ON ours.oid = conrelid
  WHERE contype = 'f' AND conparentid = 0
  ORDER BY relname COLLATE "C", conname COLLATE "C"`

const indexes = `${ours}
  SELECT regexp_replace(pg_get_indexdef(indexrelid), ' ON (ONLY )?public\\.', ' ON ') || ';' AS statement
  FROM pg_index i JOIN ours ON ours.oid = indrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indexrelid)
  ORDER BY relname COLLATE "C", indexrelid::regclass::text COLLATE "C"`

/** Rights that somebody else than the owner has, on the schema, whole tables and single columns. */
const grants = `${ours}, rights AS (
    SELECT 'SCHEMA public' AS object, NULL AS column, acl.* FROM pg_namespace, aclexplode(nspacl) AS acl
    WHERE nspname = 'public' AND acl.grantee NOT IN (nspowner, 0)
    UNION ALL
    SELECT name, NULL, acl.* FROM ours, aclexplode(relacl) AS acl WHERE acl.grantee <> relowner
    UNION ALL
    SELECT name, quote_ident(attname), acl.*
    FROM ours JOIN pg_attribute ON attrelid = ours.oid, aclexplode(attacl) AS acl WHERE acl.grantee <> relowner
  ), shown AS (
    SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS role, is_grantable,
      privilege_type || coalesce(' (' || string_agg("column", ', ' ORDER BY "column" COLLATE "C") || ')', '') AS privilege
    FROM rights GROUP BY object, role, is_grantable, privilege_type
  )
  SELECT format('GRANT %s ON %s TO %s%s;', string_agg(privilege, ', ' ORDER BY privilege COLLATE "C"), object, role,
    CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END) AS statement
  FROM shown GROUP BY object, role, is_grantable
  ORDER BY object COLLATE "C", role COLLATE "C"`

/** What our schema rules forbid (docs/sql-rules.md, R12): should one appear, the comparison must show it. */
const unusual = `${ours}
  SELECT statement FROM (
    SELECT format('-- relation of kind %s: %s', relkind, name) AS statement FROM ours
    WHERE relkind NOT IN ('r', 'p', 'i', 'I', 't')
    UNION ALL
    SELECT pg_get_triggerdef(t.oid) || ';' FROM pg_trigger t JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL
    SELECT format('-- routine %s: %s', p.oid::regprocedure, md5(prosrc)) FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    UNION ALL
    SELECT format('-- row security on %s', name) FROM ours WHERE relrowsecurity
    UNION ALL
    SELECT format('-- type %s', t.oid::regtype) FROM pg_type t
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e', 'r')
    UNION ALL
    SELECT format('-- extension %I', extname) FROM pg_extension WHERE extname <> 'plpgsql'
  ) AS found ORDER BY statement COLLATE "C"`
