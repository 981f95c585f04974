// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// One rule of a modular compliance. A module keeps its settings per compliance contract and no balances.
interface IModule {
    /// Returns whether the movement keeps the rule. `from` is zero for a mint. Nothing has moved yet.
    /// A forced movement skips rules about the sender.
    function canMove(address compliance, address token, address from, address to, uint256 amount, bool forced)
        external
        view
        returns (bool);

    /// Returns the first holder that breaks the rule after a mint, or zero. Arguments as in IBatchCompliance.
    function refusedHolder(
        address compliance,
        address token,
        address[] calldata holders,
        uint256[] calldata balances,
        uint256[] calldata investors
    ) external view returns (address);

    /// Returns the stable name of the rule.
    function name() external view returns (string memory);
}
