// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The rules of an offering, as ERC-3643 defines the contract.
interface ICompliance {
    event TokenBound(address token);
    event TokenUnbound(address token);

    function bindToken(address token) external;
    function unbindToken(address token) external;
    function isTokenBound(address token) external view returns (bool);
    function getTokenBound() external view returns (address);
    function canTransfer(address from, address to, uint256 amount) external view returns (bool);
    function transferred(address from, address to, uint256 amount) external;
    function created(address to, uint256 amount) external;
    function destroyed(address from, uint256 amount) external;
}

/// What this suite's compliance answers in addition.
interface IBatchCompliance is ICompliance {
    /// Returns the first module that refuses a movement, or zero. A forced movement skips rules about the sender.
    function refusal(address from, address to, uint256 amount, bool forced) external view returns (address module);

    /// Returns the first module that refuses a mint, and the holder, or zeros. The token has already added the shares:
    /// balances[i] is the balance of holders[i] after its mint, investors[i] its record (see Investors.sol).
    function mintRefusal(address[] calldata holders, uint256[] calldata balances, uint256[] calldata investors)
        external
        view
        returns (address module, address holder);
}
