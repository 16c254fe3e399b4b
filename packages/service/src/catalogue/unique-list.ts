import { z } from 'zod'

/** A list that names nothing twice; a second mention is a typing error more often than a wish. */
export function uniqueList<Item extends z.ZodType<string | number>>(
  item: Item,
  lengthMax = 100,
): z.ZodArray<Item> {
  return z
    .array(item)
    .max(lengthMax, `holds more than ${lengthMax} entries`)
    .superRefine(
      (list, context) => {
        if (!Array.isArray(list)) return
        list.forEach((entry, index) => {
          const first = list.indexOf(entry)
          if (first < index)
            context.addIssue({
              code: 'custom',
              path: [index],
              message: `is there already, as entry ${first + 1}`,
            })
        })
      },
      // Also beside an entry that is wrong in itself: all faults are told at once.
      { when: () => true },
    )
    .meta({ uniqueItems: true })
}
