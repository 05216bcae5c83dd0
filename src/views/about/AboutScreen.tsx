export default function AboutScreen() {
  return <div className="screen" />
}
