/** Both dates are inclusive and formatted as `YYYY-MM-DD`. */
export interface Period {
  readonly id: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

export function periodsOf(today: string): readonly Period[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const back = (days: number) => dayOf(Date.parse(today) - (days - 1) * 86_400_000);
  return [
    { id: 'today', label: 'Today', from: today, to: today },
    { id: '7', label: '7 days', from: back(7), to: today },
    { id: '30', label: '30 days', from: back(30), to: today },
    { id: '90', label: '90 days', from: back(90), to: today },
    {
      id: 'month',
      label: 'Last month',
      from: dayOf(Date.UTC(year, month - 2, 1)),
      to: dayOf(Date.UTC(year, month - 1, 0)),
    },
    { id: 'year', label: 'This year', from: `${year}-01-01`, to: today },
  ];
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
