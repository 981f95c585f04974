// Evaluated before the entry, by a script element of its own: what every screen stands on takes a slow phone long, and taps
// are answered between two scripts.
import 'react'
import 'react-dom/client'
